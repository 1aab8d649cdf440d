package io.banyan.match.explain;

import io.banyan.match.Reason;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.List;

/**
 * The explanation why a jobspec starts now or does not: its start, the verdicts on the candidates of each of its
 * requirements, and the small changes that would let it start now. A value; {@link Explainer} makes it.
 *
 * @param nowSec when the question was asked
 * @param start when it would start, as far as is known today
 * @param alternatives the requests that the jobspec stands for, in the order in which they are tried: one where it has
 *     no {@code xor_slot}; none where no time is left to plan
 * @param otherAlternatives the number of further ones, which are tried but not explained
 * @param changes each of them alone would let it start now; empty where it does, or where no such change is known
 */
public record Explanation(
        long nowSec, Start start, List<Alternative> alternatives, int otherAlternatives, List<Change> changes) {
    /** The most jobs, and the most ancestors, that are named for one obstacle. */
    public static final int MAX_NAMED = 5;

    public Explanation {
        alternatives = List.copyOf(alternatives);
        changes = List.copyOf(changes);
    }

    /** Returns the explanation for a job that is booked for a time: it waits for nothing else. */
    public static Explanation booked(long nowSec, TimeWindow window) {
        return new Explanation(nowSec, new Start.Later(window), List.of(), 0, List.of());
    }

    /** Returns the verdicts on the candidates of the first alternative. */
    public List<Level> levels() {
        return alternatives.isEmpty() ? List.of() : alternatives.getFirst().levels();
    }

    /**
     * One of the requests that the jobspec stands for.
     *
     * @param slots which of its alternative slots it takes, by their places in the jobspec, such as {@code slot[big]};
     *     empty where the jobspec has no alternatives
     * @param levels one for each requirement of the request's top level, in the request's order
     */
    public record Alternative(List<String> slots, List<Level> levels) {
        public Alternative {
            slots = List.copyOf(slots);
            levels = List.copyOf(levels);
        }
    }

    /** When the job would start. */
    public sealed interface Start {
        /** At once: {@link MatchOperation#ALLOCATE} finds resources. */
        record Now(TimeWindow window) implements Start {}

        /** Later: the window that {@link MatchOperation#ALLOCATE_ORELSE_RESERVE} would reserve. */
        record Later(TimeWindow window) implements Start {}

        /**
         * The resources exist, but in the time that is planned they are never free together: some are down or held to
         * the end.
         */
        record Blocked(List<Reason> reasons) implements Start {
            public Blocked {
                reasons = List.copyOf(reasons);
            }
        }

        /** Not even with everything up and nothing in use. */
        record Never(List<Reason> reasons) implements Start {
            public Never {
                reasons = List.copyOf(reasons);
            }
        }
    }

    /** One change of the request that would let it start now. */
    public sealed interface Change {
        /**
         * Fewer of a requirement.
         *
         * @param requirement its place in the jobspec, such as {@code slot/node}; of several of a type on one level
         *     with the label or the position, such as {@code slot[big]/node}
         * @param from how many it asks for, at the least
         * @param to the most that could start now: with one more it would not
         */
        record Fewer(String requirement, long from, long to) implements Change {}

        /**
         * The request without one condition.
         *
         * @param condition one of the conditions that the constraint joins by "and"
         */
        record Without(String condition) implements Change {}

        /**
         * The request without one condition that a resource requires.
         *
         * @param requirement its place in the jobspec, as in {@link Fewer}
         * @param condition one of the conditions that it joins by "and"
         */
        record WithoutRequired(String requirement, String condition) implements Change {}

        /**
         * A shorter duration, since something that is free now is reserved for later, or more time is asked for than is
         * planned.
         *
         * @param fromSec the duration asked for; 0 for one without end
         * @param toSec the longest that could start now, of those that end where a reservation begins
         */
        record Shorter(long fromSec, long toSec) implements Change {}
    }

    /**
     * One requirement, and the verdicts on its candidates.
     *
     * <p>The candidates are the vertices of the required type below each vertex that was entered for the requirement
     * above: that is, one that passed its own checks up to {@link Obstacle#TOO_FEW_FREE}. For the top level that is the
     * whole graph. They are counted in units, as the request counts: a vertex of size 1 is one, a memory vertex of size
     * 16 is 16. The parts of a fitting vertex that other jobs hold count as {@link Obstacle#BUSY}. Where requirements
     * of one level are met side by side (the extensions "siblings" and "nested slots"), a vertex is a candidate of each
     * that names it, and fits those that it is left for. A slot's candidates are the slots that could be made if all
     * that lies in their places were free, in each place no more than the request can use.
     *
     * @param requirement the types on the way from the top, such as {@code slot/node/core}; of several of a type on one
     *     level with the label or the position, such as {@code slot[2]/core}
     * @param asked how many are needed of each of the requirement above, as RFC 45 writes ranges: {@code 4}, {@code 2+}
     * @param needed the least of them
     * @param candidates {@code fits} and the counts of {@code taken} together
     * @param fits units that could be given now
     * @param best the most of them that were found in one place, that is, below one vertex of the requirement above
     * @param taken the candidates that the obstacles exclude, in their order
     * @param below the requirements below each of them
     */
    public record Level(
            String requirement,
            String asked,
            long needed,
            long candidates,
            long fits,
            long best,
            List<Taken> taken,
            List<Level> below) {

        /** Checks that the numbers add up. */
        public Level {
            taken = List.copyOf(taken);
            below = List.copyOf(below);
            long sum = fits + taken.stream().mapToLong(Taken::count).sum();
            if (sum != candidates) {
                throw new IllegalArgumentException(requirement + " has " + candidates + " candidates, but " + sum
                        + " are accounted for: " + taken);
            }
        }

        /** Whether enough was found in some place. */
        public boolean isMet() {
            return best >= needed;
        }

        /** The type, or {@code slot}; where its level has several of it, with the label or the position. */
        public String name() {
            return requirement.substring(requirement.lastIndexOf('/') + 1);
        }

        /** The type, or {@code slot}. */
        public String type() {
            int bracket = name().indexOf('[');
            return bracket < 0 ? name() : name().substring(0, bracket);
        }
    }

    /**
     * The candidates that one obstacle excludes.
     *
     * @param about its subject: the condition (constraint, requires), the type (too few, unsupplied), the requirement
     *     (lacking), the type in between (out of place), the type and where it is supplied (unsupplied together); else
     *     empty
     * @param count units of candidates
     * @param needed how many of the type in {@code about} are needed below one (too few), are drawn by one (unsupplied)
     *     or would be drawn by all (unsupplied together); else 0
     * @param atBest the most of the type that one of them has in all (too few ever) or free (too few free), or what the
     *     supplies have left (unsupplied, unsupplied together); else 0
     * @param inherited how many of {@code count} were taken by way of a vertex above them
     * @param above the vertices above which took most, greatest first; at most {@link #MAX_NAMED}
     * @param otherAbove how many further vertices above there are
     */
    public record Taken(
            Obstacle obstacle,
            String about,
            long count,
            long needed,
            long atBest,
            long inherited,
            List<Above> above,
            int otherAbove,
            Holders holders) {

        public Taken {
            above = List.copyOf(above);
            if (count < 1 || inherited < 0 || inherited > count) {
                throw new IllegalArgumentException(
                        obstacle + " took " + count + " candidates, " + inherited + " of them by inheritance");
            }
        }
    }

    /** A vertex above candidates, and how many of them it took with it. */
    public record Above(String path, long count) {}

    /**
     * The jobs that are in the way.
     *
     * @param jobs the first of them to end, in the order of their ends; at most {@link #MAX_NAMED}
     * @param others how many further jobs there are
     * @param firstEndSec when the first of them ends, 0 without jobs
     * @param lastEndSec when the last of them ends, 0 without jobs
     */
    public record Holders(List<JobId> jobs, int others, long firstEndSec, long lastEndSec) {
        /** No holders. */
        public static final Holders NONE = new Holders(List.of(), 0, 0, 0);

        public Holders {
            jobs = List.copyOf(jobs);
        }
    }
}
