package io.banyan.instance.jobs;

import io.banyan.instance.message.decision.QueueDecision;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.QueueBook;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.queue.Amounts;
import io.banyan.queue.Claim;
import io.banyan.queue.FairShare;
import io.banyan.queue.Limit;
import io.banyan.queue.NamedQueue;
import io.banyan.queue.Queues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether a queue takes a job. Nothing changes. */
final class Admission {
    private final InstanceState state;

    Admission(InstanceState state) {
        this.state = state;
    }

    /**
     * How many jobs of the same submission were looked at before and are taken with this one, by the limits that count
     * them.
     */
    static final class Ahead {
        private final Map<Limit, Long> jobs = new HashMap<>();

        private long of(Limit limit) {
            return jobs.getOrDefault(limit, 0L);
        }

        private void add(Limit limit, int more) {
            jobs.merge(limit, (long) more, Long::sum);
        }
    }

    /**
     * Why so many jobs are not taken; empty where they are, which are counted then among those ahead of the next.
     * O(limits + requested resources).
     *
     * @param jobspec with what its queue adds
     */
    Optional<String> refusal(Jobspec jobspec, String user, int jobs, Ahead ahead) {
        QueueBook book = state.submitted().book();
        Queues queues = book.queues();
        String name = queues.queueOf(jobspec);
        Optional<String> said = jobspec.attributes().queue();
        if (queues.named().isEmpty() && said.isPresent()) {
            return Optional.of("this instance has a single queue without a name, not a queue '"
                    + ValueChecks.shown(said.get()) + "'");
        }
        if (!queues.named().isEmpty() && queues.find(name).isEmpty()) {
            return Optional.of("there is no queue '" + name + "' here; there are "
                    + queues.named().stream().map(NamedQueue::name).collect(Collectors.joining(", ")));
        }
        QueueDecision.QueueChanged changed = book.of(name);
        if (!changed.takes()) {
            return Optional.of(inWords(name) + " does not accept jobs now" + because(changed.why()));
        }
        Optional<String> obstacle = ofAccount(queues, jobspec, user)
                .or(() -> ofTime(queues, jobspec, jobspec.attributes().durationSec()));
        return obstacle.isPresent() || queues.isWithoutLimits(name)
                ? obstacle
                : ofSize(queues, jobspec, user).or(() -> ofNumber(book, jobspec, user, jobs, ahead));
    }

    private static String inWords(String queue) {
        return queue.isEmpty() ? "the queue" : "queue " + queue;
    }

    private static String because(String why) {
        return why.isEmpty() ? "" : ": " + why;
    }

    private static Optional<String> ofAccount(Queues queues, Jobspec jobspec, String user) {
        String account = Queues.accountOf(jobspec);
        for (FairShare.Account known : queues.priority().fairShare().accounts()) {
            if (known.name().equals(account)
                    && !known.users().isEmpty()
                    && !known.users().containsKey(user)) {
                return Optional.of("account " + account + " cannot be used by user " + user + ", only by "
                        + String.join(", ", known.users().keySet()));
            }
        }
        return Optional.empty();
    }

    /** Why jobs of this queue do not run for so long; empty where they may. */
    static Optional<String> ofTime(Queues queues, Jobspec jobspec, long durationSec) {
        return queues.find(queues.queueOf(jobspec))
                .filter(queue -> queue.mostSec().isPresent())
                .filter(queue ->
                        durationSec == 0 || durationSec > queue.mostSec().getAsLong())
                .map(queue -> "jobs in queue " + queue.name() + " run for "
                        + queue.mostSec().getAsLong()
                        + " s at most, but this job "
                        + (durationSec == 0 ? "has no time limit" : "requests " + durationSec + " s"));
    }

    private static Optional<String> ofSize(Queues queues, Jobspec jobspec, String user) {
        Map<String, Long> amounts = Amounts.most(jobspec);
        List<Limit> ofOne = new ArrayList<>(queues.limits().ofOneJob());
        queues.find(queues.queueOf(jobspec))
                .ifPresent(it -> ofOne.addAll(it.limits().ofOneJob()));
        for (Limit limit : ofOne) {
            long wanted = amounts.getOrDefault(limit.what(), 0L);
            if (wanted > limit.most()) {
                return Optional.of("a job" + place(limit) + " can have at most " + limit.most() + " of " + limit.what()
                        + ", but this job requests " + inWords(jobspec, limit.what(), wanted));
            }
        }
        return queues.claim(jobspec, user).shares().stream()
                .filter(share -> share.amount() > share.limit().most())
                .map(share -> tooLarge(share, jobspec))
                .findFirst();
    }

    private static String tooLarge(Claim.Share share, Jobspec jobspec) {
        Limit limit = share.limit();
        return who(limit) + " may have at most " + limit.most() + " of " + limit.what() + " at once" + place(limit)
                + ", but this job requests " + inWords(jobspec, limit.what(), share.amount());
    }

    private static String inWords(Jobspec jobspec, String what, long most) {
        if (most >= Count.UNBOUNDED) {
            return "all that exist";
        }
        return Amounts.of(jobspec).getOrDefault(what, most) < most ? "up to " + most : String.valueOf(most);
    }

    private static Optional<String> ofNumber(QueueBook book, Jobspec jobspec, String user, int jobs, Ahead ahead) {
        Queues queues = book.queues();
        List<Limit> limits = queues.submitted(queues.queueOf(jobspec), user, Queues.accountOf(jobspec));
        for (Limit limit : limits) {
            long there = book.submitted(limit) + ahead.of(limit);
            if (there + jobs > limit.most()) {
                return Optional.of(who(limit) + " has " + there + " jobs" + place(limit)
                        + " that have not ended, and the limit is " + limit.most());
            }
        }
        limits.forEach(limit -> ahead.add(limit, jobs));
        return Optional.empty();
    }

    static String who(Limit limit) {
        return switch (limit.of()) {
            case USER -> "user " + limit.name();
            case ACCOUNT -> "account " + limit.name();
            case JOB -> "a job";
            case ARRAY -> "array " + limit.name();
            case ALL -> "all jobs together";
        };
    }

    static String place(Limit limit) {
        return limit.queue().isEmpty() ? " here" : " in queue " + limit.queue();
    }
}
