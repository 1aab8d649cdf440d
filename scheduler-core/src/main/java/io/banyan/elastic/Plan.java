package io.banyan.elastic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * An amount for each job. The plan begins with the minimum of each job, then distributes the rest piece by piece, each
 * to the job whose weighted rate of completion it raises most for its size. The rate is one by the time to its end, so
 * that a short rest counts more than a long one, as in Smith's rule. For one use.
 *
 * <p>A running job that gets nothing is stopped. It then has no rate, and its value is slightly negative: the loss of
 * rate by the checkpoint and the restart. The value of a job that gets its part only after a checkpoint is computed for
 * that later time.
 */
final class Plan {
    /** A job in a plan. */
    static final class Share {
        final ElasticJob job;
        /** The amount that the job has now; 0 where it waits. */
        final long current;

        private final Prospect prospect;
        private final double weight;
        /** Where it would end before it could get more, it starts with as much as there is. */
        private final boolean startsWhole;

        long amount;
        /** Whether the share must wait for resources that are not free yet. */
        boolean isLate;

        Share(ElasticJob job, Prospect prospect, long current, long kept, double weight, double gapSec) {
            this.job = job;
            this.prospect = prospect;
            this.current = current;
            this.weight = weight;
            this.startsWhole = prospect.remainingSec(job.bounds().max()) <= gapSec;
            this.amount = kept;
        }

        /** How long it takes from now on with an amount, the rescaling included. */
        double lastingSec(long of) {
            double rescale = current == 0 || of == current ? 0 : prospect.rescaleSec(current, of);
            return Math.max(LEAST_SEC, rescale + prospect.remainingSec(of));
        }

        double value(long of) {
            return of > 0 ? weight / lastingSec(of) : -weight * lostRate();
        }

        /** By how much a job that runs would come to its end at a lower rate, had it been stopped and gone on. */
        private double lostRate() {
            double lost = current == 0
                    ? 0
                    : prospect.checkpoint().map(it -> it.lostSec(current)).orElse(0.0);
            return lost == 0 ? 0 : 1 / lastingSec(current) - 1 / (lastingSec(current) + lost);
        }

        boolean isStopped() {
            return current > 0 && amount == 0;
        }

        /** The time until its resources are free, if it is stopped. */
        private double writeSec() {
            return isStopped()
                    ? prospect.checkpoint().map(it -> it.writeSec(current)).orElse(0.0)
                    : 0;
        }

        private double valueAfter(double delaySec) {
            return isLate ? weight / (delaySec + lastingSec(amount)) : value(amount);
        }

        /**
         * The piece of at most so much that raises the value most for its size; empty where none does. O(log units).
         */
        Optional<Piece> best(long most) {
            Malleable bounds = job.bounds();
            Piece best = better(new Piece(this, 0, 0), bounds.fitting(amount + most), most);
            if (amount == 0 && current == 0 && startsWhole) {
                return best.amount == 0 ? Optional.empty() : Optional.of(best);
            }
            long base = amount == 0 ? bounds.min() - bounds.unit() : amount;
            for (long units = 1; units <= bounds.max(); units *= 2) {
                best = better(best, base + units * bounds.unit(), most);
            }
            best = better(best, current, most);
            best = better(best, bounds.max(), most);
            return best.amount == 0 ? Optional.empty() : Optional.of(best);
        }

        private Piece better(Piece best, long to, long most) {
            long more = to - amount;
            if (more <= 0
                    || more > most
                    || to < job.bounds().min()
                    || to > job.bounds().max()) {
                return best;
            }
            double density = (value(to) - value(amount)) / more;
            return density > best.density ? new Piece(this, more, density) : best;
        }
    }

    /**
     * The shortest time to a job's end that counts, so that a job about to end is not worth more the closer its end is.
     */
    private static final double LEAST_SEC = 1;

    /** An increase of a share, and the rise of the value by each unit of it. */
    record Piece(Share share, long amount, double density) {}

    private final List<Share> shares;

    private Plan(List<Share> shares) {
        this.shares = shares;
    }

    /**
     * Distributes the free resources, those that are about to become free, and those that the holders of shares need
     * not keep. O((jobs + pieces) log jobs).
     *
     * @param coming how much is about to be free
     */
    static Plan of(List<Share> shares, long free, long coming) {
        var best = new PriorityQueue<Piece>(Comparator.comparingDouble(Piece::density)
                .reversed()
                .thenComparing(piece -> piece.share.job, ElasticJob.FIRST));
        long all = free
                + coming
                + shares.stream()
                        .mapToLong(it -> Math.max(0, it.current - it.amount))
                        .sum();
        shares.forEach(share -> share.best(all).ifPresent(best::add));
        long left = all;
        while (!best.isEmpty()) {
            Piece piece = best.remove();
            if (piece.amount <= left) {
                left -= piece.amount;
                piece.share.amount += piece.amount;
            }
            piece.share.best(left).ifPresent(best::add);
        }
        var plan = new Plan(new ArrayList<>(shares));
        plan.findLate(free);
        return plan;
    }

    /** Marks the shares that are late; earlier jobs get the free and immediately released resources first. */
    private void findLate(long free) {
        long room = free
                + shares.stream()
                        .filter(it -> !it.isStopped())
                        .mapToLong(it -> Math.max(0, it.current - it.amount))
                        .sum();
        List<Share> more = shares.stream()
                .filter(it -> it.amount > it.current)
                .sorted(Comparator.comparing((Share it) -> it.job, ElasticJob.FIRST))
                .toList();
        for (Share share : more) {
            long missing = share.amount - share.current;
            share.isLate = missing > room;
            room -= share.isLate ? 0 : missing;
        }
    }

    /** Returns the value of the plan: the sum of the weighted rates. */
    double value() {
        double delay = shares.stream().mapToDouble(Share::writeSec).max().orElse(0);
        return shares.stream().mapToDouble(share -> share.valueAfter(delay)).sum();
    }

    List<Share> shares() {
        return shares;
    }
}
