package io.banyan.rpc.daemon;

/**
 * The log file of a daemon in its state directory.
 *
 * @param level the least that is logged
 * @param format how its lines are written
 * @param maxFileBytes how long the file becomes before another is begun
 * @param oldFiles how many older files are kept
 */
public record Logging(LogLevel level, LogFormat format, long maxFileBytes, int oldFiles) {
    /** The logging options of a daemon without settings. */
    public static final Logging DEFAULT = new Logging(LogLevel.INFO, LogFormat.TEXT, 10 << 20, 3);
}
