// swift-tools-version: 6.2
import PackageDescription

/// Arrows point inward only: command, composer, then networking, persistence and presentation, then core.
let package = Package(
    name: "btcq",
    platforms: [.macOS(.v14)],
    products: [
        .executable(name: "btcq", targets: ["btcq"])
    ],
    targets: [
        .target(name: "BTCPriceCore"),
        .target(name: "BTCPriceJSON"),
        .target(name: "CCurl"),
        .target(name: "CRuntime"),
        .target(
            name: "BTCPriceNetworking",
            dependencies: ["BTCPriceCore", "BTCPriceJSON", "CCurl"]),
        .target(
            name: "BTCPricePersistence",
            dependencies: ["BTCPriceCore", "BTCPriceJSON", "CRuntime"]),
        .target(
            name: "BTCPricePresentation",
            dependencies: ["BTCPriceCore"]),
        .target(
            name: "BTCPriceComposer",
            dependencies: [
                "BTCPriceCore", "BTCPriceNetworking", "BTCPricePersistence", "BTCPricePresentation", "CRuntime",
            ]),
        .target(
            name: "BTCQCommand",
            dependencies: [
                "BTCPriceComposer", "BTCPriceCore", "BTCPriceNetworking", "BTCPricePresentation", "CRuntime",
            ]),
        .executableTarget(name: "btcq", dependencies: ["BTCQCommand"]),

        .target(
            name: "StubExchange",
            dependencies: ["TestSupport"],
            path: "Tests/StubExchange",
            exclude: ["Fixtures"]),
        .executableTarget(
            name: "stub-exchange",
            dependencies: ["StubExchange", "TestSupport"],
            path: "Tests/StubExchangeCommand"),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "BTCPriceCoreTests", dependencies: ["BTCPriceCore", "TestSupport"]),
        .testTarget(name: "BTCPriceJSONTests", dependencies: ["BTCPriceJSON", "TestSupport"]),
        .testTarget(
            name: "BTCPriceNetworkingTests",
            dependencies: ["BTCPriceNetworking", "StubExchange", "TestSupport"],
            resources: [.copy("Responses")]),
        .testTarget(
            name: "BTCPricePersistenceTests",
            dependencies: ["BTCPriceCore", "BTCPricePersistence", "TestSupport"]),
        .testTarget(name: "BTCPricePresentationTests", dependencies: ["BTCPricePresentation", "TestSupport"]),
        .testTarget(
            name: "BTCPriceComposerTests",
            dependencies: [
                "BTCPriceComposer", "BTCPriceCore", "BTCPriceNetworking", "BTCPricePresentation", "CRuntime",
                "TestSupport",
            ]),
        .testTarget(
            name: "BTCQCommandTests",
            dependencies: [
                "BTCPriceComposer", "BTCPriceCore", "BTCPriceNetworking", "BTCPricePresentation", "BTCQCommand",
                "StubExchange", "TestSupport",
            ]),
        .testTarget(name: "EndToEndTests", dependencies: ["StubExchange", "TestSupport", "btcq"]),
    ],
    swiftLanguageModes: [.v6]
)

// Only scripts/fuzz sets this: a fuzzer needs flags of its own in every target.
if Context.environment["BTCQ_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "btcq-fuzz",
            dependencies: ["BTCPriceNetworking", "BTCPricePersistence", "BTCPricePresentation", "BTCQCommand"],
            path: "Tests/Fuzz"))
}
