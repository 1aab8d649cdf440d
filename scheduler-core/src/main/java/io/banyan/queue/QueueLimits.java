package io.banyan.queue;

import io.banyan.queue.Claim.Share;
import io.banyan.queue.Limit.Of;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Limits of one queue, or of all together. A limit for a named user or account replaces the limit for each.
 *
 * @param all in the order in which they were configured; of each kind one
 */
public record QueueLimits(List<Limit> all) {
    /** None. */
    public static final QueueLimits NONE = new QueueLimits(List.of());

    private static final Pattern KEY = Pattern.compile("(max|user|account|total)(?::([^.,=]+))?\\.([A-Za-z0-9_-]+)");

    /** Checks that none is there twice. */
    public QueueLimits {
        all = List.copyOf(all);
        Map<Limit, Limit> seen = new LinkedHashMap<>();
        for (Limit limit : all) {
            Limit key = new Limit(limit.queue(), limit.of(), limit.name(), limit.what(), 0);
            if (seen.put(key, limit) != null) {
                throw new IllegalArgumentException("there are two limits for '" + words(limit) + "'");
            }
        }
    }

    private static String words(Limit limit) {
        String text = limit.toString();
        return text.substring(0, text.indexOf('='));
    }

    /** Whether this is the name of a limit, and not of something else that a queue has. */
    static boolean isKey(String key) {
        return KEY.matcher(key).matches();
    }

    /**
     * Reads one, such as {@code user.jobs=4}, {@code user:alice.core=64}, {@code account.node=8}, {@code
     * total.node=100} or {@code max.node=2}.
     *
     * @throws IllegalArgumentException where it is none
     */
    public static Limit parse(String words) {
        int sign = words.indexOf('=');
        Matcher key = KEY.matcher(sign < 0 ? words : words.substring(0, sign));
        if (!key.matches() || !words.substring(sign + 1).matches("[0-9]{1,18}") || sign < 0) {
            throw new IllegalArgumentException(
                    "expected a limit such as user.jobs=4, user:alice.core=64, account.node=8, "
                            + "total.node=100 or max.node=2, found '" + words + "'");
        }
        Of of = Stream.of(Of.JOB, Of.USER, Of.ACCOUNT, Of.ALL)
                .filter(it -> it.word().equals(key.group(1)))
                .findFirst()
                .orElseThrow();
        String name = Optional.ofNullable(key.group(2)).orElse("");
        if (!name.isEmpty() && (of == Of.JOB || of == Of.ALL)) {
            throw new IllegalArgumentException(
                    "'" + of.word() + "' applies to all jobs and does not accept a name, found '" + words + "'");
        }
        boolean countsJobs = key.group(3).equals(Limit.JOBS) || key.group(3).equals(Limit.SUBMITTED);
        if (of == Of.JOB && countsJobs) {
            throw new IllegalArgumentException("'max' requires a resource type, found '" + words + "'");
        }
        return new Limit("", of, name, key.group(3), Long.parseLong(words.substring(sign + 1)));
    }

    /** Returns these limits, for the jobs of a queue. */
    QueueLimits in(String queue) {
        return new QueueLimits(all.stream().map(limit -> limit.in(queue)).toList());
    }

    /**
     * Returns the amounts of a job of this user and account against the limits on all jobs together. The account may be
     * empty: then those of accounts say nothing. O(limits).
     */
    List<Share> shares(String user, String account, Map<String, Long> amounts) {
        List<Share> shares = new ArrayList<>();
        for (Limit limit : all) {
            if (limit.of() != Of.JOB && !limit.what().equals(Limit.SUBMITTED) && isFor(limit, user, account)) {
                long amount = limit.what().equals(Limit.JOBS) ? 1 : amounts.getOrDefault(limit.what(), 0L);
                if (amount > 0) {
                    shares.add(new Share(limit.by(nameIn(limit.of(), user, account)), amount));
                }
            }
        }
        return shares;
    }

    /** Returns the limits on how many jobs there may be that are not over. O(limits). */
    List<Limit> submitted(String user, String account) {
        List<Limit> submitted = new ArrayList<>();
        for (Limit limit : all) {
            if (limit.what().equals(Limit.SUBMITTED) && isFor(limit, user, account)) {
                submitted.add(limit.by(nameIn(limit.of(), user, account)));
            }
        }
        return submitted;
    }

    /** Returns the limits on one job. */
    public List<Limit> ofOneJob() {
        List<Limit> ofOne = new ArrayList<>();
        for (Limit limit : all) {
            if (limit.of() == Of.JOB) {
                ofOne.add(limit);
            }
        }
        return ofOne;
    }

    /** Whether a limit is this one's, and no other that names it takes its place. */
    private boolean isFor(Limit limit, String user, String account) {
        String own = nameIn(limit.of(), user, account);
        return switch (limit.of()) {
            case JOB, ALL -> true;
            case ARRAY -> false;
            case USER, ACCOUNT ->
                !own.isEmpty()
                        && (limit.name().isEmpty()
                                ? !isNamed(limit, own)
                                : limit.name().equals(own));
        };
    }

    private boolean isNamed(Limit general, String own) {
        return all.stream()
                .anyMatch(it -> it.of() == general.of()
                        && it.what().equals(general.what())
                        && it.name().equals(own));
    }

    private static String nameIn(Of of, String user, String account) {
        return switch (of) {
            case USER -> user;
            case ACCOUNT -> account;
            case JOB, ALL, ARRAY -> "";
        };
    }
}
