package io.banyan.cli.workflow;

import io.banyan.resource.Measures;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Width;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The words for the parts of steps and blocks. */
final class StepText {
    private static final int MIB_BITS = 20;
    private static final int MOST_NAMES = 3;

    private StepText() {}

    /** Returns a number with its noun in the singular or the plural. */
    static String counted(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** Returns the resources of one task, as in {@code 2 x 8 cores, 4GiB, 1 gpu}. */
    static String needs(Needs needs) {
        if (needs.isNothing()) {
            return "-";
        }
        String memory = needs.memoryMib() > 0 ? ", " + Measures.word(needs.memoryMib() << MIB_BITS) : "";
        String accelerators = needs.accelerators().entrySet().stream()
                .map(StepText::accelerators)
                .collect(Collectors.joining());
        return (needs.nodes() > 1 ? needs.nodes() + " x " : "")
                + counted(needs.cores(), "core")
                + memory
                + accelerators;
    }

    private static String accelerators(Map.Entry<String, Integer> type) {
        return ", " + type.getValue() + " " + type.getKey();
    }

    /** Returns the run time of one task. */
    static String time(TaskTime time) {
        return switch (time) {
            case TaskTime.Known known -> millis(known.millis());
            case TaskTime.Unknown unknown -> "unknown";
            case TaskTime.ByPlatform byPlatform ->
                byPlatform.platforms().entrySet().stream()
                        .map(it -> it.getKey() + " "
                                + millis(Math.round(it.getValue().meanMillis())))
                        .collect(Collectors.joining(", "));
        };
    }

    /** Returns the number of tasks of a step. */
    static String width(Width width) {
        return switch (width) {
            case Width.Exactly exactly -> String.valueOf(exactly.tasks());
            case Width.Expected expected -> "about " + expected.tasks();
            case Width.Ratio ratio -> ratio.ratio() + " x parents";
        };
    }

    /** Returns the first of some names, and the number of the others; a dash for none. */
    static String names(List<String> names) {
        int more = names.size() - MOST_NAMES;
        String first = String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())));
        return names.isEmpty() ? "-" : first + (more > 0 ? " and " + more + " more" : "");
    }

    /** Returns a time in milliseconds for people. */
    static String millis(long millis) {
        return Measures.brief(Duration.ofMillis(millis));
    }
}
