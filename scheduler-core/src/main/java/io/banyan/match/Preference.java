package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** The order of preference at the jobspec's top level, where {@code locality} joins ids into contiguous runs. */
final class Preference {

    private Preference() {}

    static Comparator<Candidate> atTop(
            MatchPolicy policy, Scoring scoring, ResourceGraph graph, Candidates found, Demand demand) {
        if (policy.ranking() != MatchPolicy.Ranking.LOCALITY) {
            return scoring.preference();
        }
        Map<Long, Long> runEnd = runs(found, demand.typeId);
        Comparator<Candidate> byRun =
                Comparator.comparingLong(candidate -> runEnd.getOrDefault(candidate.score(), candidate.score()));
        return byRun.reversed();
    }

    /** By score: the last score of the run of consecutive scores that it is part of. */
    private static Map<Long, Long> runs(Candidates found, int typeId) {
        long[] scores = found.of(typeId).stream()
                .mapToLong(Candidate::score)
                .sorted()
                .distinct()
                .toArray();
        var runEnd = new HashMap<Long, Long>();
        long end = 0;
        for (int i = scores.length - 1; i >= 0; i--) {
            boolean joined = i + 1 < scores.length && scores[i + 1] == scores[i] + 1;
            end = joined ? end : scores[i];
            runEnd.put(scores[i], end);
        }
        return runEnd;
    }
}
