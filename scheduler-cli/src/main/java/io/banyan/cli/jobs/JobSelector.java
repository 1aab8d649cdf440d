package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobPages;
import io.banyan.cli.call.Target;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobSelection;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.resource.JobId;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that select the jobs of a command. The daemon selects them. */
public final class JobSelector {
    /**
     * Which jobs of a set a command is about.
     *
     * @param word for messages, with a blank behind it
     * @param states in which the command can act on jobs
     * @param acts whether the command changes jobs or waits for them: then no set contains the times of advance
     *     reservations, and a name selects jobs of the caller
     */
    public record Suitable(String word, Set<JobState> states, boolean acts, Predicate<JobRecord> which) {
        /** Jobs that are not over. */
        static final Suitable ACTIVE = new Suitable(
                "active ",
                EnumSet.of(JobState.PENDING, JobState.RESERVED, JobState.RUNNING, JobState.STOPPING),
                true,
                job -> true);

        /** Submitted jobs that wait. */
        static final Suitable WAITING = new Suitable(
                "waiting ",
                EnumSet.of(JobState.PENDING, JobState.RESERVED),
                true,
                job -> job.submission().isPresent());

        /** Submitted jobs that wait until they are released. */
        static final Suitable HELD = new Suitable(
                "held ",
                WAITING.states,
                true,
                job -> job.submission().filter(Submission::isHeld).isPresent());

        /** Submitted jobs that run. */
        static final Suitable RUNNING = new Suitable(
                "running ",
                EnumSet.of(JobState.RUNNING),
                true,
                job -> job.submission().isPresent());

        /** All that the instance remembers. */
        public static final Suitable ALL = new Suitable("", EnumSet.allOf(JobState.class), false, job -> true);

        private boolean has(JobRecord job) {
            return states.contains(job.state()) && which.test(job);
        }

        private boolean hasEnded() {
            return states.stream().anyMatch(JobState::isOver);
        }
    }

    private static final int MOST_MISSING = 10;

    private static final Pattern ID = Pattern.compile("[0-9]{1,18}");
    private static final Pattern IDS = Pattern.compile("[0-9][0-9,-]*");
    private static final Pattern IN_ARRAY = Pattern.compile("([0-9]{1,18})(?:_([0-9]+)|_?\\[([0-9,-]+)])");

    @Parameters(
            paramLabel = "JOB",
            arity = "0..*",
            description = "Job ids (5 or 5-9,12), array jobs (3_1 or 3_[0-9]), or job names.")
    private List<String> words = List.of();

    @Option(
            names = {"--name", "--group"},
            split = ",",
            paramLabel = "NAME",
            description = "Only jobs with these names. Jobs with one name form a group.")
    private List<String> names = List.of();

    @Option(names = "--user", split = ",", paramLabel = "USER", description = "Only jobs of these users.")
    private List<String> users = List.of();

    @Option(
            names = "--status",
            split = ",",
            paramLabel = "STATE",
            description = "Only jobs in these states: ${COMPLETION-CANDIDATES}.")
    private List<JobState> states = List.of();

    @Option(names = "--queue", split = ",", paramLabel = "QUEUE", description = "Only jobs in these queues.")
    private List<String> queues = List.of();

    /** Whether queues were said. */
    boolean isAboutQueues() {
        return !queues.isEmpty();
    }

    /** Whether nothing was said, so that all jobs would be selected. */
    boolean isEmpty() {
        return words.isEmpty() && names.isEmpty() && !isFiltered();
    }

    private boolean isFiltered() {
        return !users.isEmpty() || !states.isEmpty() || !queues.isEmpty();
    }

    /** Whether jobs that are over are meant too: they are named by id, or a state in which they are is wanted. */
    boolean isAboutEnded() {
        return states.stream().anyMatch(JobState::isOver)
                || (states.isEmpty() && !ids(words).isEmpty());
    }

    /** The one job, where a single id was said and nothing else. */
    List<JobId> single() {
        return words.size() == 1 && names.isEmpty() && !isFiltered() ? plainIds() : List.of();
    }

    /**
     * The jobs that were named one by one. They are acted on whatever they are, so that the daemon says why it cannot.
     *
     * @throws CommandFailure wrong use, where nothing was said
     */
    List<JobId> plainIds() {
        return isFiltered()
                ? List.of()
                : words.stream()
                        .filter(word -> ID.matcher(word).matches())
                        .map(word -> CheckedValues.value(() -> new JobId(Long.parseLong(word))))
                        .distinct()
                        .toList();
    }

    /** Whether there is something besides {@link #plainIds}. */
    private boolean hasSets() {
        return isFiltered()
                || !names.isEmpty()
                || words.stream().anyMatch(word -> !ID.matcher(word).matches());
    }

    void requireSomething() {
        if (isEmpty()) {
            throw CommandFailure.wrongUse("no jobs selected: give job ids or names, or --user, --status or --queue");
        }
    }

    /**
     * The jobs that are meant: those that were named one by one, in that order, and of the sets those that are
     * suitable.
     */
    List<JobId> find(Asked asked, Suitable suitable) {
        requireSomething();
        Set<JobId> all = new LinkedHashSet<>(plainIds());
        if (hasSets()) {
            found(asked::ask, suitable.acts, suitable.hasEnded()).stream()
                    .filter(suitable::has)
                    .forEach(job -> all.add(job.id()));
        }
        return List.copyOf(all);
    }

    /**
     * The jobs that are waited for: of those that are named by a number, also in a range or an array, and of those in
     * states that are asked for also the jobs that have ended, and of the others those that have not.
     *
     * @param daemon waits where the daemon is away, as the command does afterwards
     * @throws CommandFailure where a number is no job's
     */
    List<JobId> findAwaited(Target.Asker daemon) {
        requireSomething();
        requireKnown(daemon);
        Set<JobId> all = new LinkedHashSet<>(plainIds());
        if (hasSets()) {
            JobSelection numbered = numbered();
            found(daemon, true, true).stream()
                    .filter(job -> !job.state().isOver()
                            || states.contains(job.state())
                            || (numbered.isNaming() && numbered.has(job, "")))
                    .forEach(job -> all.add(job.id()));
        }
        return List.copyOf(all);
    }

    /**
     * The jobs of the caller that have not ended, of those that are selected.
     *
     * @throws CommandFailure wrong use, where jobs are named one by one
     */
    List<JobId> findOwn(Target.Asker daemon) {
        if (!words.isEmpty() || !users.isEmpty()) {
            throw CommandFailure.wrongUse("--all cannot be used with JOB or --user");
        }
        return daemon.ask(client -> {
            String self = client.overview(new JobRead.Overview(0)).asker();
            JobSelection own = selection().of(self).withoutReservations();
            return JobPages.all(client, JobPages.request(own, false, JobRead.Reasons.NONE)).jobs().stream()
                    .map(JobRecord::id)
                    .toList();
        });
    }

    private void requireKnown(Target.Asker daemon) {
        IdSet ids = ids(words);
        if (ids.isEmpty() || isFiltered()) {
            return;
        }
        Set<Long> known = daemon.ask(client -> JobPages.of(client, ids)).stream()
                .map(job -> job.id().value())
                .collect(Collectors.toSet());
        List<String> missing = ids.longs()
                .filter(id -> !known.contains(id))
                .limit(MOST_MISSING)
                .mapToObj(id -> "there is no job " + id + " here")
                .toList();
        if (!missing.isEmpty()) {
            throw CommandFailure.no(missing);
        }
    }

    /**
     * The states by which members of sets are selected. A command acts on a member only while it is in one of them, and
     * in any state on a job that was named by its id.
     */
    Set<JobState> statesOfSets(Suitable suitable) {
        Set<JobState> wanted = EnumSet.copyOf(suitable.states);
        if (!states.isEmpty()) {
            wanted.retainAll(states);
        }
        return wanted;
    }

    /**
     * The jobs that are meant, of which there is one at least.
     *
     * @throws CommandFailure where sets were said and no job is in them
     */
    List<JobId> requireFound(Asked asked, Suitable suitable) {
        List<JobId> found = find(asked, suitable);
        if (found.isEmpty()) {
            throw CommandFailure.no(none(suitable));
        }
        return found;
    }

    /** That there is no such job. */
    String none(Suitable suitable) {
        return isEmpty() ? "there is no " + suitable.word + "job" : "no " + suitable.word + "job matches " + this;
    }

    private List<JobRecord> found(Target.Asker daemon, boolean acts, boolean ended) {
        JobSelection wanted = acts ? selection().withoutReservations() : selection();
        return daemon.ask(client -> {
            List<JobRecord> jobs = JobPages.all(client, JobPages.request(wanted, ended, JobRead.Reasons.NONE))
                    .jobs();
            if (!acts || wanted.names().isEmpty() || !users.isEmpty()) {
                return jobs;
            }
            String self = client.overview(new JobRead.Overview(0)).asker();
            JobSelection numbered = numbered();
            return jobs.stream()
                    .filter(job -> job.owner().equals(self) || (numbered.isNaming() && numbered.has(job, "")))
                    .toList();
        });
    }

    /** The jobs that are named by their numbers, or by their places in arrays. */
    private JobSelection numbered() {
        JobSelection all = selection();
        return new JobSelection(all.ids(), all.arrays(), Set.of(), Set.of(), Set.of(), Set.of(), true);
    }

    /** All that was said, for the daemon. */
    JobSelection selection() {
        List<JobSelection.ArrayPart> arrays = new ArrayList<>();
        Set<String> named = new LinkedHashSet<>(names);
        for (String word : words) {
            Matcher part = IN_ARRAY.matcher(word);
            if (part.matches()) {
                String indices = part.group(2) == null ? part.group(3) : part.group(2);
                arrays.add(CheckedValues.value(() ->
                        new JobSelection.ArrayPart(new JobId(Long.parseLong(part.group(1))), IdSet.parse(indices))));
            } else if (!IDS.matcher(word).matches()) {
                named.add(word);
            }
        }
        return CheckedValues.value(() -> new JobSelection(
                ids(words),
                arrays,
                named,
                Set.copyOf(users),
                states.isEmpty() ? Set.of() : EnumSet.copyOf(states),
                Set.copyOf(queues),
                true));
    }

    private static IdSet ids(List<String> words) {
        return CheckedValues.value(() -> {
            IdSet.Builder ids = IdSet.builder();
            words.stream().filter(word -> IDS.matcher(word).matches()).forEach(word -> ids.addAll(IdSet.parse(word)));
            return ids.build();
        });
    }

    /** Returns the selection as it was given. */
    @Override
    public String toString() {
        Map<String, List<?>> options = new LinkedHashMap<>();
        options.put("name", names);
        options.put("user", users);
        options.put("status", states);
        options.put("queue", queues);
        return Stream.concat(
                        words.stream(),
                        options.entrySet().stream()
                                .filter(option -> !option.getValue().isEmpty())
                                .map(option -> "--" + option.getKey() + " "
                                        + option.getValue().stream()
                                                .map(String::valueOf)
                                                .collect(Collectors.joining(","))))
                .collect(Collectors.joining(" "));
    }
}
