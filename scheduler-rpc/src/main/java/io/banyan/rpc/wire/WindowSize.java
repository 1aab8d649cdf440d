package io.banyan.rpc.wire;

/**
 * The size of a terminal's window.
 *
 * @param rows the number of lines
 * @param columns the number of characters in a line
 */
public record WindowSize(int rows, int columns) {
    /** The most rows and columns of a window, as the kernel has them. */
    public static final int MOST = 0xffff;

    /** Checks the numbers. */
    public WindowSize {
        if (rows < 0 || columns < 0 || rows > MOST || columns > MOST) {
            throw new IllegalArgumentException(
                    "a window has 0 to " + MOST + " rows and columns, found " + rows + " and " + columns);
        }
    }
}
