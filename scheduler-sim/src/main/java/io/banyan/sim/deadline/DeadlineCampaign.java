package io.banyan.sim.deadline;

import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import io.banyan.sim.program.ProgramSettings;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * All combinations of loads, programs, ways of communication and mappings, on the same jobs for each seed. The jobs of
 * one seed and load are a unit, whose bookings are made once for all programs.
 *
 * @param mappings those that are compared
 * @param firstSeed of the workloads
 * @param seeds how many workloads for each load
 */
public record DeadlineCampaign(
        Topology topology,
        DeadlineWorkload workload,
        ProgramSettings settings,
        int jobs,
        List<MappingRule> mappings,
        long firstSeed,
        int seeds) {
    private static final List<LoadLevel> LOADS = List.of(LoadLevel.values());

    /** The mappings that the paper compares, in the reading in which most of its statements hold. */
    public static final List<MappingRule> PAPER = mappings(true);

    /** Copies the list. */
    public DeadlineCampaign {
        mappings = List.copyOf(mappings);
    }

    /** The mappings that the paper compares, with the strict reading of its median or the other one. */
    public static List<MappingRule> mappings(boolean isStrict) {
        return List.of(
                MappingRule.HILBERT,
                isStrict ? MappingRule.STRICT_MEDIAN : MappingRule.MANHATTAN_MEDIAN,
                MappingRule.LEAK,
                MappingRule.LEAK_SCATTERED);
    }

    /** The number of units. */
    public int units() {
        return seeds * LOADS.size();
    }

    /** The number of runs in a unit. */
    public int runsPerUnit() {
        return ProgramMix.values().length * Communication.values().length * mappings.size();
    }

    /** The order of the runs. */
    CampaignOrder order() {
        return new CampaignOrder(firstSeed, jobs, mappings);
    }

    /** Everything that the results depend on, as one line. */
    public String description() {
        return "network=" + topology.toString().replace(' ', ':') + " jobs=" + jobs + " first-seed=" + firstSeed
                + " mappings="
                + String.join("+", mappings.stream().map(MappingRule::word).toList()) + " " + workload.line() + " "
                + settings.line();
    }

    /** The runs of a unit, in their order. O(runs x jobs). */
    public List<CampaignRun> unit(int number) {
        LoadLevel load = LOADS.get(number % LOADS.size());
        long seed = firstSeed + number / LOADS.size();
        List<DeadlineJob> drawn = workload.jobs(jobs, topology.nodes(), load.gapSec(), seed);
        long counted = BookingRun.of(drawn, topology, MappingRule.COUNT).accepted();
        var deadlines = new DeadlineRun(topology, settings);
        List<AcceptedJobs> accepted = mappings.stream()
                .map(mapping -> deadlines.accepted(drawn, mapping))
                .toList();
        List<CampaignRun> runs = new ArrayList<>();
        for (ProgramMix programs : ProgramMix.values()) {
            for (Communication communication : Communication.values()) {
                for (int i = 0; i < mappings.size(); i++) {
                    runs.add(new CampaignRun(
                            seed,
                            load,
                            programs,
                            communication,
                            mappings.get(i),
                            counted,
                            deadlines.run(
                                    accepted.get(i), new DeadlineRun.Programs(programs.types(), communication, seed))));
                }
            }
        }
        return runs;
    }
}
