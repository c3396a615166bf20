// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

/// Dependencies point inward only: the command line, the composer and the formats, then the adapters, then core. The command
/// line knows no source's code, and only the composer creates what touches the world.
let package = Package(
    name: "btcq",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "btcq", targets: ["btcq"])
    ],
    targets: [
        .target(name: "BTCPriceCore", swiftSettings: settings),
        .target(name: "CPlatform"),
        .target(name: "Platform", dependencies: ["CPlatform"], swiftSettings: settings),
        .target(
            name: "BTCPriceNetworking", dependencies: ["BTCPriceCore", "CPlatform", "Platform"],
            swiftSettings: settings),
        .target(name: "BTCPricePersistence", dependencies: ["BTCPriceCore", "Platform"], swiftSettings: settings),
        .target(name: "BTCPricePresentation", dependencies: ["BTCPriceCore"], swiftSettings: settings),
        .target(
            name: "BTCPriceComposer",
            dependencies: ["BTCPriceCore", "BTCPriceNetworking", "BTCPricePersistence", "Platform"],
            swiftSettings: settings),
        .executableTarget(
            name: "btcq", dependencies: ["BTCPriceComposer", "BTCPriceCore", "BTCPricePresentation", "Platform"],
            swiftSettings: settings),

        .target(
            name: "StubExchange", dependencies: ["BTCPriceCore", "TestSupport"], path: "Tests/StubExchange",
            exclude: ["Fixtures"]),
        .executableTarget(
            name: "stub-exchange", dependencies: ["StubExchange", "TestSupport"], path: "Tests/StubExchangeCommand"),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .target(
            name: "SampleValues", dependencies: ["BTCPriceCore", "Platform"], path: "Tests/SampleValues",
            swiftSettings: settings),
        .testTarget(name: "BTCPriceCoreTests", dependencies: ["BTCPriceCore", "SampleValues", "TestSupport"]),
        .testTarget(
            name: "BTCPriceNetworkingTests",
            dependencies: ["BTCPriceNetworking", "SampleValues", "StubExchange", "Platform", "TestSupport"],
            exclude: ["Responses"]),
        .testTarget(
            name: "BTCPricePersistenceTests",
            dependencies: ["BTCPriceCore", "BTCPricePersistence", "Platform", "SampleValues", "TestSupport"]),
        .testTarget(
            name: "BTCPricePresentationTests", dependencies: ["BTCPricePresentation", "SampleValues", "TestSupport"]),
        .testTarget(
            name: "BTCPriceComposerTests",
            dependencies: ["BTCPriceComposer", "BTCPriceCore", "Platform", "SampleValues", "TestSupport"]),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"]),
        .testTarget(
            name: "btcqTests",
            dependencies: [
                "BTCPriceComposer", "BTCPriceCore", "BTCPricePresentation", "btcq", "SampleValues", "Platform",
                "TestSupport",
            ]),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "BTCPriceComposer", "BTCPriceCore", "BTCPriceNetworking", "BTCPricePresentation", "btcq", "Platform",
                "TestSupport",
            ]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["StubExchange", "TestSupport", "btcq"], exclude: ["Libraries"]),
    ],
    swiftLanguageModes: [.v6]
)
