// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

/// Dependencies point inward only: command, composer, then adapters, then core. The command knows no source's code, and in the
/// program only the composer knows which HTTP client is used.
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
        .target(name: "CPlatform"),
        .target(name: "Platform", dependencies: ["CPlatform"], swiftSettings: settings),
        .target(
            name: "BTCPriceNetworking", dependencies: ["BTCPriceCore", "BTCPriceJSON", "Platform"],
            swiftSettings: settings),
        .target(
            name: "Curl", dependencies: ["BTCPriceCore", "BTCPriceNetworking", "CCurl", "Platform"],
            swiftSettings: settings),
        .target(
            name: "BTCPricePersistence",
            dependencies: ["BTCPriceCore", "BTCPriceJSON", "Platform"], swiftSettings: settings),
        .target(name: "BTCPricePresentation", dependencies: ["BTCPriceCore"], swiftSettings: settings),
        .target(
            name: "BTCPriceComposer",
            dependencies: ["BTCPriceCore", "BTCPriceNetworking", "BTCPricePersistence", "Curl", "Platform"],
            swiftSettings: settings),
        .target(
            name: "BTCQCommand",
            dependencies: ["BTCPriceComposer", "BTCPriceCore", "BTCPricePresentation", "Platform"],
            swiftSettings: settings),
        .executableTarget(name: "btcq", dependencies: ["BTCQCommand"], swiftSettings: settings),

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
        .target(
            name: "SampleValues", dependencies: ["BTCPriceCore", "Platform"], path: "Tests/SampleValues",
            swiftSettings: settings),
        .target(
            name: "PortContracts", dependencies: ["BTCPriceCore", "SampleValues", "TestSupport"],
            path: "Tests/PortContracts"),
        .testTarget(
            name: "BTCPriceCoreTests", dependencies: ["BTCPriceCore", "PortContracts", "SampleValues", "TestSupport"]),
        .testTarget(name: "BTCPriceJSONTests", dependencies: ["BTCPriceJSON"]),
        .testTarget(
            name: "BTCPriceNetworkingTests",
            dependencies: ["BTCPriceNetworking", "Curl", "SampleValues", "StubExchange", "Platform", "TestSupport"],
            exclude: ["Responses"]),
        .testTarget(
            name: "CurlTests", dependencies: ["Curl", "SampleValues", "StubExchange", "Platform", "TestSupport"]),
        .testTarget(
            name: "BTCPricePersistenceTests",
            dependencies: [
                "BTCPriceCore", "BTCPricePersistence", "Platform", "PortContracts", "SampleValues", "TestSupport",
            ]),
        .testTarget(
            name: "BTCPricePresentationTests", dependencies: ["BTCPricePresentation", "SampleValues"]),
        .testTarget(
            name: "BTCPriceComposerTests",
            dependencies: [
                "BTCPriceComposer", "BTCPriceCore", "BTCPriceNetworking", "Platform", "SampleValues", "TestSupport",
            ]),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"]),
        .testTarget(
            name: "BTCQCommandTests",
            dependencies: [
                "BTCPriceComposer", "BTCPriceCore", "BTCPricePresentation", "BTCQCommand", "SampleValues", "Platform",
                "TestSupport",
            ]),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "BTCPriceComposer", "BTCPriceCore", "BTCPriceNetworking", "BTCPricePresentation", "BTCQCommand",
                "Platform", "TestSupport",
            ]),
        .testTarget(
            name: "EndToEndTests", dependencies: ["StubExchange", "TestSupport", "btcq"], exclude: ["Libraries"]),
    ],
    swiftLanguageModes: [.v6]
)
