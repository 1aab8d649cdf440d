package io.banyan.cli.tree;

import io.banyan.cli.output.CommandFailure;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Amounts by resource type, as people write them: {@code node=2,gpu=4}. */
final class Counts {
    private Counts() {}

    /** The amounts of all these words together; a type that is named twice is wrong use. */
    static Map<String, Long> of(List<String> words) {
        Map<String, Long> counts = new TreeMap<>();
        for (String word : words) {
            int sign = word.indexOf('=');
            String type = word.substring(0, Math.max(0, sign));
            if (type.isEmpty() || !word.substring(sign + 1).matches("[1-9][0-9]{0,17}")) {
                throw CommandFailure.wrongUse("--count must be TYPE=NUMBER, such as node=2, found '" + word + "'");
            }
            if (counts.put(type, Long.parseLong(word.substring(sign + 1))) != null) {
                throw CommandFailure.wrongUse("--count names " + type + " twice");
            }
        }
        return counts;
    }
}
