import Foundation

/// The record lock of fcntl(2) on a complete file. The process that holds it loses it when it closes any descriptor of
/// the file.
public enum RecordLock {
    /// Acquires it unless another process holds it.
    public static func acquire(_ descriptor: Int32) -> Bool { set(F_WRLCK, descriptor) }

    public static func release(_ descriptor: Int32) {
        _ = set(F_UNLCK, descriptor)
    }

    private static func set(_ type: some BinaryInteger, _ descriptor: Int32) -> Bool {
        var lock = flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        return fcntl(descriptor, F_SETLK, &lock) == 0
    }
}
