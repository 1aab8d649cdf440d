package io.banyan.queue;

import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.ConstraintReader;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.queue.FairShare.Account;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Queues, accounts and priorities as people write them: words with commas between them. All methods throw an
 * IllegalArgumentException that describes the error in one sentence.
 */
public final class QueueText {
    private static final String POLICY = "policy";
    private static final String PRIORITY = "priority";
    private static final String REQUIRES = "requires";
    private static final String MOST = "max-time";
    private static final String USUAL = "default-time";
    private static final String MATCH = "match-policy";
    private static final String WHOLE = "node-exclusive";
    private static final List<String> KEYS = List.of(POLICY, PRIORITY, MOST, USUAL, MATCH, WHOLE, REQUIRES);

    private static final String AGE = "age";
    private static final String OLD = "age-max";
    private static final String SIZE = "size";
    private static final String FAIR = "fairshare";
    private static final String QUEUE = "queue";
    private static final String URGENCY = "urgency";
    private static final String EVERY = "every";
    private static final String HALF_LIFE = "half-life";
    private static final String CHARGE = "charge";
    private static final List<String> FACTORS = List.of(AGE, OLD, SIZE, FAIR, QUEUE, URGENCY, EVERY, HALF_LIFE, CHARGE);

    private static final Pattern TIME = Pattern.compile("([0-9]{1,12})([smhd])");
    private static final Map<String, Long> SECONDS = Map.of("s", 1L, "m", 60L, "h", 3_600L, "d", 86_400L);

    private QueueText() {}

    /**
     * Reads a queue: {@code debug,policy=fcfs,priority=10,max-time=30m,user.jobs=2,requires=fast+^gpu}. The value of
     * {@code requires} extends to the end of the text, because a constraint of RFC 31 has commas.
     */
    public static NamedQueue queue(String text) {
        Map<String, String> said = new LinkedHashMap<>();
        String rest = text;
        int at = text.indexOf("," + REQUIRES + "=");
        if (at >= 0) {
            said.put(REQUIRES, text.substring(at + REQUIRES.length() + 2));
            rest = text.substring(0, at);
        }
        List<Limit> limits = new ArrayList<>();
        List<String> words = List.of(rest.split(",", -1));
        for (String word : words.subList(1, words.size())) {
            String key = key(word);
            if (QueueLimits.isKey(key)) {
                limits.add(QueueLimits.parse(word));
            } else {
                put(said, word, KEYS, "a queue");
            }
        }
        return new NamedQueue(
                words.getFirst(),
                Optional.ofNullable(said.get(POLICY)).map(QueuePolicy::parse),
                Math.toIntExact(Math.min(
                        Integer.MAX_VALUE,
                        Optional.ofNullable(said.get(PRIORITY))
                                .map(it -> number(PRIORITY, it))
                                .orElse(0L))),
                Optional.ofNullable(said.get(REQUIRES))
                        .map(ConstraintReader::read)
                        .orElse(new Constraint.Any()),
                seconds(MOST, said),
                seconds(USUAL, said),
                Optional.ofNullable(said.get(MATCH)).map(MatchPolicy::parse),
                Optional.ofNullable(said.get(WHOLE)).map(QueueText::flag),
                new QueueLimits(limits));
    }

    static String write(NamedQueue queue) {
        List<String> words = new ArrayList<>(List.of(queue.name()));
        queue.policy().ifPresent(it -> words.add(POLICY + "=" + it.words()));
        if (queue.priority() != 0) {
            words.add(PRIORITY + "=" + queue.priority());
        }
        queue.mostSec().ifPresent(it -> words.add(MOST + "=" + it + "s"));
        queue.usualSec().ifPresent(it -> words.add(USUAL + "=" + it + "s"));
        queue.match().ifPresent(it -> words.add(MATCH + "=" + it.name()));
        queue.nodeExclusive().ifPresent(it -> words.add(WHOLE + "=" + it));
        queue.limits().all().forEach(limit -> words.add(limit.toString()));
        if (!(queue.requires() instanceof Constraint.Any)) {
            words.add(REQUIRES + "=" + queue.requires());
        }
        return String.join(",", words);
    }

    /**
     * Reads the weights of priorities: {@code age=1000,age-max=7d,fairshare=2000,half-life=7d}; nothing for {@link
     * Priority#PLAIN}.
     */
    public static Priority priority(String text, List<Account> accounts) {
        Map<String, String> said = new LinkedHashMap<>();
        for (String word : text.isBlank() ? List.<String>of() : List.of(text.split(",", -1))) {
            put(said, word, FACTORS, "a priority");
        }
        Priority plain = Priority.PLAIN;
        return new Priority(
                weight(AGE, said).orElse(0),
                seconds(OLD, said).orElse(plain.oldSec()),
                weight(SIZE, said).orElse(0),
                weight(FAIR, said).orElse(0),
                weight(QUEUE, said),
                weight(URGENCY, said),
                seconds(EVERY, said).orElse(plain.everySec()),
                new FairShare(
                        seconds(HALF_LIFE, said).orElse(plain.fairShare().halfLifeSec()),
                        Optional.ofNullable(said.get(CHARGE))
                                .map(QueueText::charge)
                                .orElse(plain.fairShare().charge()),
                        accounts));
    }

    /** Reads an account: {@code physics,shares=3,users=alice:2+bob}. */
    public static Account account(String text) {
        Map<String, String> said = new LinkedHashMap<>();
        List<String> words = List.of(text.split(",", -1));
        for (String word : words.subList(1, words.size())) {
            put(said, word, List.of("shares", "users"), "an account");
        }
        return new Account(
                words.getFirst(),
                Optional.ofNullable(said.get("shares"))
                        .map(it -> number("shares", it))
                        .orElse(1L),
                Optional.ofNullable(said.get("users"))
                        .map(it -> counted("users", it))
                        .orElse(new TreeMap<>()));
    }

    private static SortedMap<String, Long> charge(String words) {
        return counted(CHARGE, words);
    }

    /** Such as {@code core:1+node:36}; one where no number is said. */
    private static SortedMap<String, Long> counted(String key, String words) {
        SortedMap<String, Long> counts = new TreeMap<>();
        for (String word : words.split("[+]", -1)) {
            int sign = word.indexOf(':');
            String name = sign < 0 ? word : word.substring(0, sign);
            long count = sign < 0 ? 1 : number(key, word.substring(sign + 1));
            if (name.isBlank() || counts.put(name, count) != null) {
                throw new IllegalArgumentException(
                        "'" + key + "' must be a list of different names such as a:1+b:2, found '" + words + "'");
            }
        }
        return counts;
    }

    private static String key(String word) {
        int sign = word.indexOf('=');
        return sign < 0 ? word : word.substring(0, sign);
    }

    private static void put(Map<String, String> said, String word, List<String> keys, String what) {
        String key = key(word);
        if (!word.contains("=") || !keys.contains(key)) {
            throw new IllegalArgumentException(what + " accepts " + String.join(", ", keys)
                    + (what.equals("a queue") ? " and limits such as user.jobs" : "")
                    + ", each with '=' and a value; found '"
                    + word + "'");
        }
        if (said.put(key, word.substring(key.length() + 1)) != null) {
            throw new IllegalArgumentException("'" + key + "' occurs twice");
        }
    }

    private static long number(String key, String word) {
        if (!word.matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException("'" + key + "' must be a whole number, found '" + word + "'");
        }
        return Long.parseLong(word);
    }

    private static OptionalDouble weight(String key, Map<String, String> said) {
        String word = said.get(key);
        if (word == null) {
            return OptionalDouble.empty();
        }
        if (!word.matches("-?[0-9]{1,10}([.][0-9]{1,10})?")) {
            throw new IllegalArgumentException("'" + key + "' must be a number, found '" + word + "'");
        }
        return OptionalDouble.of(Double.parseDouble(word));
    }

    private static OptionalLong seconds(String key, Map<String, String> said) {
        String word = said.get(key);
        if (word == null) {
            return OptionalLong.empty();
        }
        Matcher time = TIME.matcher(word);
        if (!time.matches() || Long.parseLong(time.group(1)) == 0) {
            throw new IllegalArgumentException(
                    "'" + key + "' must be a time with its unit (s, m, h or d), found '" + word + "'");
        }
        return OptionalLong.of(Long.parseLong(time.group(1)) * SECONDS.getOrDefault(time.group(2), 1L));
    }

    private static boolean flag(String word) {
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException("'" + WHOLE + "' must be true or false, found '" + word + "'");
        };
    }
}
