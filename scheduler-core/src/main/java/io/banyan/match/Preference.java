package io.banyan.match;

import io.banyan.match.policy.MatchPolicy;
import java.util.Comparator;

/** The order of preference at the jobspec's top level, where {@code locality} joins ids into contiguous runs. */
final class Preference {

    private Preference() {}

    static Comparator<Candidate> atTop(MatchPolicy policy, Scoring scoring, Candidates found, Demand demand) {
        if (policy.ranking() != MatchPolicy.Ranking.LOCALITY) {
            return scoring.preference();
        }
        Runs told = found.runs(demand.typeId);
        Runs runs = told == null ? Runs.of(found.of(demand.typeId)) : told;
        Comparator<Candidate> byRun = Comparator.comparingLong(candidate -> runs.endOf(candidate.score()));
        return byRun.reversed();
    }
}
