package io.banyan.bench.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Mutates input: each time some edits of bytes and of parts of texts (numbers, quoted words, brackets, lines), so that
 * many results are almost well-formed. The same seed of the random numbers leads to the same inputs.
 */
final class Mutator {
    private static final int MOST_EDITS = 6;
    private static final int LONGEST = 64 << 10;
    private static final int LONGEST_PIECE = 512;
    private static final int DEEPEST = 20_000;
    private static final List<String> NUMBERS = List.of(
            "0",
            "-1",
            "1",
            "2147483647",
            "2147483648",
            "-2147483649",
            "4294967296",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "99999999999999999999999999",
            "1e308",
            "1e999",
            "0.5",
            "-0",
            "NaN",
            "1000000");
    private static final List<String> WORDS = List.of(
            "",
            "node",
            "core",
            "slot",
            "\u0000",
            "\uD83D\uDE00",
            "../../../etc/passwd",
            "/",
            "//",
            "0-4294967295",
            "[0-999999999]",
            "&a *a",
            "<!DOCTYPE x [<!ENTITY a \"b\">]>",
            "null",
            "true",
            "{}",
            "[]");
    private static final List<String> BRACKETS = List.of("[", "{", "{\"a\":", "<a>", "- ", "(", "[1,");

    private final RandomGenerator random;
    private final List<Seed> seeds;

    Mutator(RandomGenerator random, List<Seed> seeds) {
        this.random = random;
        this.seeds = seeds;
    }

    /** The next input. */
    byte[] next() {
        byte[] input = any().copy();
        // Mostly few, so that code after the first check is reached as well.
        int edits = 1 + random.nextInt(1 + random.nextInt(MOST_EDITS));
        for (int i = 0; i < edits; i++) {
            input = edited(input);
            if (input.length > LONGEST) {
                input = Arrays.copyOf(input, LONGEST);
            }
        }
        return input;
    }

    private Seed any() {
        return seeds.get(random.nextInt(seeds.size()));
    }

    private byte[] edited(byte[] input) {
        int at = random.nextInt(input.length + 1);
        return switch (random.nextInt(16)) {
            case 0 -> flipped(input);
            case 1 -> replaced(input, at, Math.min(input.length, at + piece()), new byte[0]);
            case 2 -> replaced(input, at, at, noise());
            case 3 -> spliced(input, at);
            case 4 -> replaced(input, at, at, Arrays.copyOfRange(input, at, Math.min(input.length, at + piece())));
            case 5 -> Arrays.copyOf(input, at);
            case 6 -> replaced(input, at, at, nested());
            case 7, 8, 9 -> token(input, at, Mutator::isWord, WORDS);
            case 10, 11 -> lineTwice(input, at);
            default -> token(input, at, Mutator::isDigit, NUMBERS);
        };
    }

    private int piece() {
        return 1 + random.nextInt(random.nextBoolean() ? 8 : LONGEST_PIECE);
    }

    private byte[] flipped(byte[] input) {
        byte[] flipped = input.clone();
        if (flipped.length > 0) {
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return flipped;
    }

    private byte[] noise() {
        byte[] noise = new byte[piece()];
        random.nextBytes(noise);
        return noise;
    }

    /** The beginning of one input and the end of another. */
    private byte[] spliced(byte[] input, int at) {
        Seed other = any();
        return replaced(input, at, input.length, other.copy(random.nextInt(other.size() + 1), other.size()));
    }

    private byte[] nested() {
        String bracket = BRACKETS.get(random.nextInt(BRACKETS.size()));
        return bracket.repeat(random.nextInt(random.nextInt(20) == 0 ? DEEPEST : 40))
                .getBytes(StandardCharsets.UTF_8);
    }

    @FunctionalInterface
    private interface Kind {
        boolean has(byte b);
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static boolean isWord(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '_' || b == '-';
    }

    /** Something else in place of the next run of such bytes. */
    private byte[] token(byte[] input, int at, Kind kind, List<String> others) {
        int from = at;
        while (from < input.length && !kind.has(input[from])) {
            from++;
        }
        int to = from;
        while (to < input.length && kind.has(input[to])) {
            to++;
        }
        String other = others.get(random.nextInt(others.size()));
        return replaced(input, from, to, other.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] lineTwice(byte[] input, int at) {
        List<Integer> starts = new ArrayList<>(List.of(0));
        for (int i = 0; i < input.length; i++) {
            if (input[i] == '\n') {
                starts.add(i + 1);
            }
        }
        int line = random.nextInt(starts.size());
        int end = line + 1 < starts.size() ? starts.get(line + 1) : input.length;
        return replaced(input, at, at, Arrays.copyOfRange(input, starts.get(line), end));
    }

    private static byte[] replaced(byte[] input, int from, int to, byte[] other) {
        byte[] replaced = new byte[input.length - (to - from) + other.length];
        System.arraycopy(input, 0, replaced, 0, from);
        System.arraycopy(other, 0, replaced, from, other.length);
        System.arraycopy(input, to, replaced, from + other.length, input.length - to);
        return replaced;
    }
}
