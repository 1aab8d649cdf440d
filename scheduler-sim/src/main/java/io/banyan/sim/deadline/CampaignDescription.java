package io.banyan.sim.deadline;

import io.banyan.sim.program.ProgramSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parameters of a campaign, as the first line of its file has them.
 *
 * @param values by name, such as {@code network} or {@code jobs}, in the order of the line
 */
public record CampaignDescription(Map<String, String> values) {
    private static final String NETWORK = "network";
    private static final String JOBS = "jobs";
    private static final String FIRST_SEED = "first-seed";
    private static final String MAPPINGS = "mappings";

    /** The beginning of each description. */
    static final String BEGIN = NETWORK + "=";

    /** The parameters that may differ between two campaigns on the same jobs, with their usual values. */
    private static final Map<String, String> PROGRAMS =
            ProgramSettings.defaults().values();

    /** Copies the map. */
    public CampaignDescription {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * Reads a description. O(characters).
     *
     * @throws IllegalArgumentException with one sentence, if the parameters that each campaign has are missing
     */
    public static CampaignDescription parse(String line) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String word : line.split(" ", -1)) {
            int sign = word.indexOf('=');
            if (sign < 1 || values.put(word.substring(0, sign), word.substring(sign + 1)) != null) {
                throw new IllegalArgumentException("expected NAME=VALUE with distinct names, found '" + word + "'");
            }
        }
        if (!values.keySet().containsAll(Set.of(NETWORK, JOBS, FIRST_SEED, MAPPINGS))) {
            throw new IllegalArgumentException(
                    "expected the parameters network, jobs, first-seed and mappings, found '" + line + "'");
        }
        return new CampaignDescription(values);
    }

    /**
     * The order of the runs.
     *
     * @throws IllegalArgumentException with one sentence, if a value is wrong
     */
    CampaignOrder order() {
        try {
            return new CampaignOrder(
                    Long.parseLong(value(FIRST_SEED)),
                    Integer.parseInt(value(JOBS)),
                    Arrays.stream(value(MAPPINGS).split("\\+", -1))
                            .map(MappingRule::parse)
                            .toList());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "expected numbers of jobs and first-seed, found '" + value(JOBS) + "' and '" + value(FIRST_SEED)
                            + "'",
                    e);
        }
    }

    /** The value of a parameter. Those of programs that a file leaves out have their usual values. */
    private String value(String name) {
        return values.getOrDefault(name, PROGRAMS.getOrDefault(name, ""));
    }

    /**
     * Requires that two campaigns have the same jobs on the same network.
     *
     * @throws IllegalArgumentException with one sentence that has the first parameter that differs
     */
    public void requireSameJobs(CampaignDescription other) {
        for (String name : values.keySet()) {
            boolean isOfJobs = !PROGRAMS.containsKey(name) && !name.equals(MAPPINGS);
            if (isOfJobs && !value(name).equals(other.value(name))) {
                throw new IllegalArgumentException("the campaigns must have the same jobs and the same network, found "
                        + assignment(name) + " and " + other.assignment(name));
            }
        }
    }

    /** The parameters of programs whose values differ from those of another campaign, such as {@code unit=core}. */
    public List<String> differences(CampaignDescription other) {
        List<String> differences = new ArrayList<>();
        for (String name : PROGRAMS.keySet()) {
            if (!value(name).equals(other.value(name))) {
                differences.add(assignment(name));
            }
        }
        return differences;
    }

    private String assignment(String name) {
        return name + "=" + value(name);
    }
}
