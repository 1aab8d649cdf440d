package io.banyan.cli.doctor;

import java.time.Duration;

/** Amounts for people. */
final class Quantity {
    private static final long MEBIBYTE = 1L << 20;
    private static final long GIBIBYTE = 1L << 30;
    private static final int WORTH_A_LARGER_UNIT = 10;

    private Quantity() {}

    /** So many bytes. */
    static String bytes(long bytes) {
        if (bytes >= WORTH_A_LARGER_UNIT * GIBIBYTE) {
            return bytes / GIBIBYTE + " GiB";
        }
        return bytes >= MEBIBYTE ? bytes / MEBIBYTE + " MiB" : bytes + " bytes";
    }

    /** So long. */
    static String time(Duration duration) {
        if (duration.toDays() > 1) {
            return duration.toDays() + " days";
        }
        if (duration.toHours() > 1) {
            return duration.toHours() + " hours";
        }
        return duration.toMinutes() > 1 ? duration.toMinutes() + " minutes" : duration.toMillis() / 1000.0 + " seconds";
    }
}
