package io.banyan.sim.trace;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The remarks on a file: the number of lines with each fault, and the remarks on the whole file. */
final class Remarks {
    private final Map<Remark, Integer> counts = new EnumMap<>(Remark.class);
    private final List<String> general = new ArrayList<>();

    void count(Remark remark) {
        count(remark, 1);
    }

    void count(Remark remark, int times) {
        counts.merge(remark, times, Integer::sum);
    }

    /** Once more, where it holds. */
    void countIf(boolean holds, Remark remark) {
        if (holds) {
            count(remark);
        }
    }

    void say(String sentence) {
        general.add(sentence);
    }

    /** The remarks on the whole file in the order in which they were made, followed by those on lines. */
    List<String> sentences() {
        List<String> all = new ArrayList<>(general);
        counts.forEach((remark, count) -> all.add(remark.text(count)));
        return all;
    }
}
