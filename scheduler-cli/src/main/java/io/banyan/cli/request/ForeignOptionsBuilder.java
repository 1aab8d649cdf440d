package io.banyan.cli.request;

import io.banyan.cli.request.ForeignOption.Argument;
import io.banyan.cli.request.ForeignOption.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Collects the options of a table. */
final class ForeignOptionsBuilder {
    private final List<ForeignOption> all = new ArrayList<>();

    /** An option with a value, which is that of an option of Banyan. */
    void same(String option, String note, String... names) {
        becomes(Argument.REQUIRED, option, note, value -> List.of(option + "=" + value), names);
    }

    /** An option without a value, for which Banyan has one too. */
    void flag(String option, String... names) {
        becomes(Argument.NONE, option, "", value -> List.of(option), names);
    }

    void becomes(
            Argument argument,
            String option,
            String note,
            Function<String, List<String>> translation,
            String... names) {
        all.add(new ForeignOption(List.of(names), argument, new Effect.Becomes(option, note, translation)));
    }

    /** An option that states the default. */
    void holds(Argument argument, String why, String... names) {
        all.add(new ForeignOption(List.of(names), argument, new Effect.Holds(why)));
    }

    void meaningless(Argument argument, String why, String... names) {
        all.add(new ForeignOption(List.of(names), argument, new Effect.Meaningless(why)));
    }

    /** Removes the options with these names, which another command has not, or otherwise. */
    void remove(Set<String> names) {
        all.removeIf(option -> names.contains(option.name()));
    }

    /** The table of the options of a command. */
    ForeignOptions build(String command) {
        return new ForeignOptions(command, all);
    }
}
