package io.banyan.graph.io;

/**
 * A host's name in two parts.
 *
 * @param number the value of the digits at the end, -1 for none
 */
record NumberedName(String basename, long number) {
    /**
     * The parts of a name.
     *
     * @throws IllegalArgumentException if the digits at its end say more than a number of 64 bits can
     */
    static NumberedName of(String name) {
        int digits = digits(name);
        return digits == 0 || digits == name.length()
                ? new NumberedName(name, -1)
                : new NumberedName(name.substring(0, digits), numberAtEnd(name));
    }

    /**
     * Returns the number that the digits at the end of a name stand for, -1 where there are none.
     *
     * @throws IllegalArgumentException if that is more than a number of 64 bits can
     */
    static long numberAtEnd(String name) {
        int digits = digits(name);
        if (digits == name.length()) {
            return -1;
        }
        try {
            return Long.parseLong(name, digits, name.length(), 10);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the number at the end of the name '" + name + "' is larger than " + Long.MAX_VALUE, e);
        }
    }

    /** Where the digits at the end of a name begin. */
    private static int digits(String name) {
        int digits = name.length();
        while (digits > 0 && name.charAt(digits - 1) >= '0' && name.charAt(digits - 1) <= '9') {
            digits--;
        }
        return digits;
    }
}
