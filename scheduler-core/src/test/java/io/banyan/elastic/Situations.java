package io.banyan.elastic;

import java.util.List;
import java.util.Optional;

/** Jobs and situations for the tests of policies. */
final class Situations {
    private Situations() {}

    /**
     * So many slot seconds that are left, of which any number of slots does its part, and so long that a rescale takes.
     */
    record Perfect(double work, double rescale) implements Prospect {
        @Override
        public double remainingSec(long amount) {
            return work / amount;
        }

        @Override
        public double rescaleSec(long from, long to) {
            return rescale;
        }
    }

    static ElasticJob job(long number, int priority, long submitted, long min, long max, Prospect prospect) {
        return new ElasticJob(number, new Malleable(min, max, 1), priority, submitted, Optional.of(prospect));
    }

    static Situation at(long now, long free, List<RunningJob> running, ElasticJob... pending) {
        return new Situation(now, free, running, List.of(pending));
    }
}
