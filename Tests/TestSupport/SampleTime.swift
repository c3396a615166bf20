/// The time of samples, in milliseconds since 1970: 2025-10-27T19:56:39.123Z.
public let sampleTime: Int64 = 1_761_594_999_123
