import Testing

/// The real binary, from outside. One test after the other: many of them look at the time.
///
/// `BTCQ_BINARY` names another binary than the one built along with the tests.
@Suite(.serialized) struct EndToEnd {}
