package io.banyan.bench.load;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * How often each operation is asked for, in parts of their sum.
 *
 * @param weights by operation; none is negative, and they are not all 0
 */
record Mix(Map<Operation, Integer> weights) {
    private static final int MOST = 1_000_000;

    Mix {
        weights = new EnumMap<>(weights);
        if (weights.values().stream().mapToInt(Integer::intValue).sum() == 0) {
            throw new IllegalArgumentException("A mix needs an operation with a weight above 0.");
        }
    }

    /**
     * Reads {@code match=45,cancel=45,info=10}; requests without a name do not occur.
     *
     * @throws IllegalArgumentException where the text is no such list
     */
    static Mix parse(String text) {
        Map<Operation, Integer> weights = new EnumMap<>(Operation.class);
        for (String part : text.split(",", -1)) {
            String[] pair = part.strip().split("=", -1);
            if (pair.length != 2 || !pair[1].matches("\\d{1,6}")) {
                throw new IllegalArgumentException("'" + part
                        + "' is no part of a mix; write match=45,cancel=45,info=10, weights up to " + MOST + ".");
            }
            weights.put(operation(pair[0]), Integer.parseInt(pair[1]));
        }
        return new Mix(weights);
    }

    private static Operation operation(String name) {
        for (Operation operation : Operation.values()) {
            if (operation.name().toLowerCase(Locale.ROOT).equals(name)) {
                return operation;
            }
        }
        throw new IllegalArgumentException("There is no operation '" + name + "'; there are match, cancel and info.");
    }

    /** The next operation. */
    Operation pick(RandomGenerator random) {
        int at = random.nextInt(
                weights.values().stream().mapToInt(Integer::intValue).sum());
        for (Map.Entry<Operation, Integer> weight : weights.entrySet()) {
            at -= weight.getValue();
            if (at < 0) {
                return weight.getKey();
            }
        }
        throw new IllegalStateException("The weights do not make up their sum.");
    }
}
