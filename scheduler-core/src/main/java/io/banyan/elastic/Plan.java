package io.banyan.elastic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * An amount for each job: begins with what each has to keep, then gives the rest away piece by piece, each to the job whose weighted rate of completion it raises most for its size. The rate is one by the time to its end,
 * so that a short rest counts more than a long one, as in Smith's rule. For one use.
 */
final class Plan {
    /** A job in a plan. */
    static final class Share {
        final ElasticJob job;
        /** What it has now; 0 where it waits. */
        final long current;

        private final Prospect prospect;
        private final double weight;
        /** Where it would end before it could get more, it starts with as much as there is. */
        private final boolean startsWhole;

        long amount;

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
            return of == 0 ? 0 : weight / lastingSec(of);
        }

        /** The piece of at most so much that raises the value most for its size; empty where none does. O(log units). */
        Optional<Piece> best(long most) {
            Malleable bounds = job.bounds();
            Piece best = better(new Piece(this, 0, 0), bounds.fitting(amount + most), most);
            if (amount == 0 && startsWhole) {
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

    /** What is about to end is not worth more the closer its end is. */
    private static final double LEAST_SEC = 1;

    /** More for somebody, and by how much each unit of it raises the value. */
    record Piece(Share share, long amount, double density) {}

    private final List<Share> shares;

    private Plan(List<Share> shares) {
        this.shares = shares;
    }

    /** Gives away what is free. O((jobs + pieces) log jobs). */
    static Plan of(List<Share> shares, long free) {
        var best = new PriorityQueue<Piece>(Comparator.comparingDouble(Piece::density)
                .reversed()
                .thenComparing(piece -> piece.share.job, ElasticJob.FIRST));
        shares.forEach(share -> share.best(free).ifPresent(best::add));
        long left = free;
        while (!best.isEmpty()) {
            Piece piece = best.remove();
            if (piece.amount <= left) {
                left -= piece.amount;
                piece.share.amount += piece.amount;
            }
            piece.share.best(left).ifPresent(best::add);
        }
        return new Plan(new ArrayList<>(shares));
    }

    /** What it is worth: the sum of the weighted rates. */
    double value() {
        return shares.stream().mapToDouble(share -> share.value(share.amount)).sum();
    }

    List<Share> shares() {
        return shares;
    }
}
