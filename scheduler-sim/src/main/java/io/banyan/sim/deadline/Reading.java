package io.banyan.sim.deadline;

import io.banyan.sim.program.ProgramSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * A reading of the paper where its text admits several.
 *
 * @param settings such as {@code unit=node}
 * @param isStrict whether an occupied neighbour ends the growth of a median
 */
public record Reading(List<String> settings, boolean isStrict) {
    /** The parameters whose values the readings compare. */
    public static final List<String> COMPARED = List.of(
            ProgramSettings.UNIT,
            ProgramSettings.SHARED,
            ProgramSettings.END,
            ProgramSettings.THREADS,
            ProgramSettings.PARENT);

    /** Copies the list. */
    public Reading {
        settings = List.copyOf(settings);
    }

    /** All readings. Where jobs get cores, their processes share a core only if all others are occupied. */
    public static List<Reading> all() {
        List<Reading> all = new ArrayList<>();
        addAll("node", "preempted", all);
        addAll("node", "cores", all);
        addAll("core", "preempted", all);
        return all;
    }

    private static void addAll(String unit, String shared, List<Reading> all) {
        for (String end : List.of("booking", "deadline")) {
            for (String threads : List.of("anywhere", "node")) {
                for (String parent : List.of("first", "any")) {
                    List<String> settings = List.of(
                            ProgramSettings.UNIT + "=" + unit,
                            ProgramSettings.SHARED + "=" + shared,
                            ProgramSettings.END + "=" + end,
                            ProgramSettings.THREADS + "=" + threads,
                            ProgramSettings.PARENT + "=" + parent);
                    all.add(new Reading(settings, false));
                    all.add(new Reading(settings, true));
                }
            }
        }
    }

    /** Other settings with those of the reading. */
    public ProgramSettings settings(ProgramSettings others) {
        ProgramSettings result = others;
        for (String setting : settings) {
            result = result.with(setting);
        }
        return result;
    }

    /** The mappings of the paper in this reading. */
    public List<MappingRule> mappings() {
        return DeadlineCampaign.mappings(isStrict);
    }

    /** The reading as one line. */
    public String line() {
        return String.join(" ", settings) + (isStrict ? " median=strict" : " median=all");
    }
}
