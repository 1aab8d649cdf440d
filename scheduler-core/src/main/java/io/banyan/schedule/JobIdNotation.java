package io.banyan.schedule;

import io.banyan.resource.JobId;
import io.banyan.resource.Numeral;

/** The notations that Flux has for a job id (RFC 19): decimal, hexadecimal, dothex and f58. */
final class JobIdNotation {
    private static final String F58_DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

    private JobIdNotation() {}

    static JobId parse(String text) {
        try {
            return new JobId(value(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is not a job id", e);
        }
    }

    private static long value(String text) {
        if (text.startsWith("0x")) {
            return Numeral.parseHexadecimal(text.substring(2));
        } else if (text.matches("([0-9a-f]{4}[.]){3}[0-9a-f]{4}")) {
            return Numeral.parseHexadecimal(text.replace(".", ""));
        } else if (text.startsWith("f") || text.startsWith("\u0192")) {
            return f58(text.substring(1));
        }
        return Numeral.parse(text);
    }

    private static long f58(String digits) {
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = F58_DIGITS.indexOf(digits.charAt(i));
            if (digit < 0 || value > (Long.MAX_VALUE - digit) / F58_DIGITS.length()) {
                throw new NumberFormatException("no f58 number: " + digits);
            }
            value = value * F58_DIGITS.length() + digit;
        }
        return value;
    }
}
