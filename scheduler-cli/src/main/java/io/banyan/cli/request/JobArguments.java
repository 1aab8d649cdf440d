package io.banyan.cli.request;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.JobRequest;
import io.banyan.instance.Submission;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Extension;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.jobspec.SubmissionCheck;
import io.banyan.jobspec.Task;
import io.banyan.jobspec.TaskCount;
import io.banyan.rset.IdSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A job that a command is to submit: a jobspec, or a command and how much of the machine it wants. */
public final class JobArguments {
    private static final String SLOT = "task";

    @Option(
            names = {"-n", "--tasks"},
            paramLabel = "N",
            description = "So many processes of COMMAND, of which each has its cores; the words are no JOBSPEC then.")
    private @Nullable Integer tasks;

    @Option(
            names = {"-N", "--nodes"},
            paramLabel = "N",
            description = "So many whole nodes, with a process of COMMAND for each.")
    private @Nullable Integer nodes;

    @Option(
            names = {"-c", "--cores-per-task"},
            paramLabel = "N",
            description =
                    "With -n: the number of cores of each task (default 1). They are on one node, and in one socket of it where a socket has enough.")
    private @Nullable Integer cores;

    @Option(
            names = {"-t", "--time"},
            paramLabel = "TIME",
            description = "How long it may run, such as 90s, 30m or 2h (default: as the jobspec says; without an end).")
    private @Nullable String time;

    @Option(names = "--name", paramLabel = "NAME", description = "What the job is called.")
    private String name = "";

    @Option(names = "--urgency", paramLabel = "N", description = "From 1 to 31, before jobs of less (default 16).")
    private @Nullable Integer urgency;

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "Sets a variable of the job's processes. NAME alone takes its value here.")
    private List<String> environment = List.of();

    @Option(
            names = {"-q", "--queue"},
            paramLabel = "QUEUE",
            description = "In this queue (default: the one that the jobspec names, or else the first).")
    private @Nullable String queue;

    @Option(names = "--account", paramLabel = "ACCOUNT", description = "The project or group that pays for it.")
    private @Nullable String account;

    @Option(
            names = "--array",
            paramLabel = "IDS",
            description = "A job for each of these indices, such as 0-99; each finds its own in BANYAN_ARRAY_INDEX.")
    private @Nullable String array;

    @Mixin
    private final ExportOption export;

    @Mixin
    private final MalleableOptions malleable = new MalleableOptions();

    @Mixin
    private final Conditional conditional = new Conditional();

    @Mixin
    private final PolicyOption policy = new PolicyOption();

    @Parameters(
            paramLabel = "JOBSPEC | COMMAND",
            arity = "1..*",
            description = "The file of a jobspec, or '-' for standard input; with -n or -N what is to run.")
    private List<String> words = List.of();

    private final Terminal terminal;

    public JobArguments(Terminal terminal) {
        this.terminal = terminal;
        this.export = new ExportOption(terminal);
    }

    /** The request. */
    public JobRequest.Submit request() {
        if (urgency != null && urgency == Submission.HELD) {
            throw CommandFailure.wrongUse("--urgency 0 is --hold");
        }
        return request(urgency == null ? Submission.USUAL_URGENCY : urgency);
    }

    /** Whether the jobspec comes on standard input. */
    public boolean readsStandardInput() {
        return tasks == null
                && nodes == null
                && !malleable.isGiven()
                && words.getFirst().equals("-");
    }

    /** The request of a job that is held, until it is released with the usual urgency. */
    public JobRequest.Submit held() {
        if (urgency != null) {
            throw CommandFailure.wrongUse(
                    "a job that is held has no urgency yet: 'banyan urge' gives it one, and lets it go on");
        }
        return request(Submission.HELD);
    }

    /** The request with another urgency than was said. */
    private JobRequest.Submit request(int otherUrgency) {
        requireSensible();
        if (malleable.isIncomplete()) {
            throw CommandFailure.wrongUse(
                    "--rescale-signal, --rescale-command, --times and --rescale-time go with --malleable");
        }
        boolean isRead = tasks == null && nodes == null && !malleable.isGiven();
        Jobspec jobspec = conditional.apply(export.apply(paid(timed(isRead ? read() : made()))));
        return Checked.value(() ->
                new JobRequest.Submit(jobspec, name, otherUrgency, array == null ? IdSet.empty() : IdSet.parse(array)));
    }

    private void requireSensible() {
        for (Map.Entry<String, Optional<Integer>> count : counts().entrySet()) {
            if (count.getValue().filter(it -> it < 1).isPresent()) {
                throw CommandFailure.wrongUse(count.getKey() + " is 1 or more, found "
                        + count.getValue().get());
            }
        }
        if (array != null && array.isBlank()) {
            throw CommandFailure.wrongUse("--array names indices, such as 0-99");
        }
    }

    private Jobspec timed(Jobspec jobspec) {
        return Optional.ofNullable(time)
                .map(it -> Checked.value(() -> jobspec.lasting(Times.seconds("--time", it))))
                .orElse(jobspec);
    }

    private Jobspec paid(Jobspec jobspec) {
        Attributes said = jobspec.attributes();
        Attributes queued = queue == null ? said : said.inQueue(queue, said.constraint());
        return new Jobspec(
                jobspec.version(),
                jobspec.resources(),
                jobspec.tasks(),
                account == null ? queued : queued.paidBy(account));
    }

    private Jobspec read() {
        if (words.size() > 1) {
            throw CommandFailure.wrongUse("a command needs -n, -N or --malleable, which say how much it is to have");
        }
        if (cores != null || !environment.isEmpty()) {
            throw CommandFailure.wrongUse("--cores-per-task and --env go with -n or -N; a jobspec says so itself");
        }
        String file = words.getFirst();
        if (!readsStandardInput() && Files.notExists(Path.of(file))) {
            throw CommandFailure.no(file + ": no such file\nMaybe -n or -N is missing: a command needs one of them, "
                    + "and without them '" + file + "' is the file of a jobspec.");
        }
        Jobspec jobspec = JobspecInput.read(file, terminal);
        try {
            SubmissionCheck.check(jobspec);
            var unused = Conditions.of(jobspec);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.no(JobspecInput.name(file) + ": " + e.getMessage());
        }
        return policy.apply(jobspec);
    }

    private Jobspec made() {
        return Checked.value(() -> {
            TaskCount count = malleable.isGiven() ? new TaskCount.Total(1) : new TaskCount.PerSlot(1);
            Task task = new Task(words, SLOT, count, Optional.empty(), Map.of());
            boolean isWide = cores != null && cores > 1;
            Attributes said = isWide ? attributes().using(Extension.NODE_SLOTS) : attributes();
            return policy.apply(new Jobspec(1, List.of(resource()), List.of(task), said));
        });
    }

    private Map<String, Optional<Integer>> counts() {
        return Map.of(
                "--tasks", Optional.ofNullable(tasks),
                "--nodes", Optional.ofNullable(nodes),
                "--cores-per-task", Optional.ofNullable(cores));
    }

    private Resource resource() {
        if (malleable.isGiven() && (nodes != null || tasks != null)) {
            throw new IllegalArgumentException(
                    "--malleable says how many slots there are, and goes with neither -n nor -N");
        }
        if (nodes == null) {
            return Resource.slot(
                    SLOT,
                    Count.exactly(tasks == null ? 1 : tasks),
                    Resource.of("core", Count.exactly(cores == null ? 1 : cores)));
        }
        if (tasks != null || cores != null) {
            throw new IllegalArgumentException(
                    "-N gives whole nodes, and goes with neither -n nor -c; a jobspec can say more");
        }
        return Resource.slot(SLOT, Count.exactly(nodes), Resource.of("node", Count.exactly(1)));
    }

    private Attributes attributes() {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String variable : environment) {
            String key = ExportOption.nameIn("--env", variable);
            variables.put(key, export.value("--env", variable).orElse(""));
        }
        return new Attributes(
                0,
                Optional.empty(),
                new Constraint.Any(),
                Optional.empty(),
                variables,
                Collections.unmodifiableMap(malleable.attributes()),
                Map.of());
    }
}
