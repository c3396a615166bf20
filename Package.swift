// swift-tools-version: 6.2
import PackageDescription

/// A cached run must start no thread: async functions stay where they were called.
let settings: [SwiftSetting] = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// Arrows point inward only: command, composer, then networking, persistence and presentation, then core.
let package = Package(
    name: "btcq",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "btcq", targets: ["btcq"])
    ],
    targets: [
        .target(name: "BTCPriceCore", swiftSettings: settings),
        .target(name: "BTCPriceJSON", swiftSettings: settings),
        .target(name: "CCurl"),
        .target(
            name: "BTCPriceNetworking",
            dependencies: ["BTCPriceCore", "BTCPriceJSON", "CCurl"],
            swiftSettings: settings),
        .target(
            name: "BTCPricePersistence",
            dependencies: ["BTCPriceCore", "BTCPriceJSON"],
            swiftSettings: settings),
        .target(
            name: "BTCPricePresentation",
            dependencies: ["BTCPriceCore"],
            swiftSettings: settings),
        .target(
            name: "BTCPriceComposer",
            dependencies: ["BTCPriceCore", "BTCPriceNetworking", "BTCPricePersistence", "BTCPricePresentation"],
            swiftSettings: settings),
        .target(
            name: "BTCQCommand",
            dependencies: ["BTCPriceComposer", "BTCPriceCore", "BTCPriceNetworking", "BTCPricePresentation"],
            swiftSettings: settings),
        .executableTarget(name: "btcq", dependencies: ["BTCQCommand"], swiftSettings: settings),

        .target(name: "StubExchange", path: "Tests/StubExchange", swiftSettings: settings),
        .executableTarget(
            name: "stub-exchange",
            dependencies: ["StubExchange"],
            path: "Tests/StubExchangeCommand",
            swiftSettings: settings),
        .testTarget(name: "BTCPriceCoreTests", dependencies: ["BTCPriceCore"], swiftSettings: settings),
        .testTarget(name: "BTCPriceJSONTests", dependencies: ["BTCPriceJSON"], swiftSettings: settings),
        .testTarget(
            name: "BTCPriceNetworkingTests",
            dependencies: ["BTCPriceNetworking", "StubExchange"],
            resources: [.copy("Responses")],
            swiftSettings: settings),
        .testTarget(name: "BTCPricePersistenceTests", dependencies: ["BTCPricePersistence"], swiftSettings: settings),
        .testTarget(name: "BTCPricePresentationTests", dependencies: ["BTCPricePresentation"], swiftSettings: settings),
        .testTarget(name: "BTCPriceComposerTests", dependencies: ["BTCPriceComposer"], swiftSettings: settings),
        .testTarget(name: "BTCQCommandTests", dependencies: ["BTCQCommand"], swiftSettings: settings),
        .testTarget(name: "EndToEndTests", dependencies: ["StubExchange", "btcq"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// Only scripts/fuzz sets this: a fuzzer needs flags of its own in every target.
if Context.environment["BTCQ_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "btcq-fuzz",
            dependencies: ["BTCPriceNetworking", "BTCPricePersistence", "BTCPricePresentation", "BTCQCommand"],
            path: "Tests/Fuzz",
            swiftSettings: settings))
}
