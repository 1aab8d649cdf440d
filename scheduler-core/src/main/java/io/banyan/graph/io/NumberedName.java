package io.banyan.graph.io;

import io.banyan.graph.SubgraphVertex;

/**
 * A host's name in two parts.
 *
 * @param number what the digits at the end say, -1 where there are none
 */
record NumberedName(String basename, long number) {
    static NumberedName of(String name) {
        int digits = name.length();
        while (digits > 0 && name.charAt(digits - 1) >= '0' && name.charAt(digits - 1) <= '9') {
            digits--;
        }
        long number = digits == 0 ? -1 : SubgraphVertex.uniqIdOf(name.substring(digits));
        return number < 0 ? new NumberedName(name, -1) : new NumberedName(name.substring(0, digits), number);
    }
}
