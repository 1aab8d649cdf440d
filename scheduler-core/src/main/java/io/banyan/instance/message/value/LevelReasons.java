package io.banyan.instance.message.value;

import io.banyan.match.Reason;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The reasons of one level's refusal.
 *
 * @param level the path of the instance that was asked: {@code /}, {@code /3/1}
 * @param source the asked source: {@code local}, {@code parent}, or the provider's name
 */
public record LevelReasons(String level, String source, List<Reason> reasons) {
    /** The instance's own graph. */
    public static final String LOCAL = "local";

    /** The link to the parent itself: cut, or too many hops. The parent's own reasons are listed under its level. */
    public static final String PARENT = "parent";

    /** Checks that there is a level, a source and a reason. */
    public LevelReasons {
        ValueChecks.path(level);
        ValueChecks.name(source, "a source");
        reasons = List.copyOf(reasons);
        if (reasons.isEmpty()) {
            throw new IllegalArgumentException(level + " (" + source + ") refused without a reason");
        }
    }

    /** Returns the reasons for the failed match in a level's own graph. */
    public static LevelReasons here(String level, List<Reason> reasons) {
        return reasons.isEmpty()
                ? because(level, LOCAL, "the requested resources are not free")
                : new LevelReasons(level, LOCAL, reasons);
    }

    public static LevelReasons because(String level, String source, String why) {
        return new LevelReasons(level, source, List.of(Reason.said(why)));
    }

    @Override
    public String toString() {
        String why = reasons.stream().map(Reason::toString).collect(Collectors.joining("; "));
        return level + " (" + source + "): " + why;
    }
}
