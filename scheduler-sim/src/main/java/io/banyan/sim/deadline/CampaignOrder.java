package io.banyan.sim.deadline;

import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import java.util.List;

/**
 * The order of the runs of a campaign: by seed, load, programs, communication and mapping. Each run is there once.
 *
 * @param jobs in each run
 */
record CampaignOrder(long firstSeed, int jobs, List<MappingRule> mappings) {
    private static final List<LoadLevel> LOADS = List.of(LoadLevel.values());
    private static final List<ProgramMix> PROGRAMS = List.of(ProgramMix.values());
    private static final List<Communication> COMMUNICATIONS = List.of(Communication.values());

    /** Copies the list. */
    CampaignOrder {
        mappings = List.copyOf(mappings);
    }

    /**
     * Returns a run if it is the one at a place of the order. O(1).
     *
     * @param place from 0 on
     * @throws IllegalArgumentException with one sentence, if it is another run
     */
    CampaignRun checked(CampaignRun run, int place) {
        String expected = key(place);
        if (!run.key().equals(expected)) {
            throw new IllegalArgumentException("expected the run '" + expected + "', found '" + run.key() + "'");
        }
        if (run.jobs() != jobs) {
            throw new IllegalArgumentException("expected " + jobs + " jobs, found " + run.jobs());
        }
        return run;
    }

    private String key(int place) {
        int mapping = place % mappings.size();
        int communication = place / mappings.size();
        int programs = communication / COMMUNICATIONS.size();
        int load = programs / PROGRAMS.size();
        return CampaignRun.key(
                firstSeed + load / LOADS.size(),
                LOADS.get(load % LOADS.size()),
                PROGRAMS.get(programs % PROGRAMS.size()),
                COMMUNICATIONS.get(communication % COMMUNICATIONS.size()),
                mappings.get(mapping));
    }
}
