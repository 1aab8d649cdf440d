package io.banyan.cli.request;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Extension;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Task;
import io.banyan.resource.Numeral;
import io.banyan.rset.HostList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options that say which resources a job gets. They are the same for all commands that make a jobspec of options.
 */
public final class ResourceOptions {
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,10})-([0-9]{1,10})");

    @Option(
            names = {"-N", "--nodes"},
            paramLabel = "N[-MAX]",
            description = "Number of nodes. Alone, it allocates whole nodes with one task each. With other "
                    + "options, it applies these to each node.")
    private @Nullable String nodes;

    @Option(
            names = {"-n", "--tasks"},
            paramLabel = "N",
            description = "Number of tasks over all nodes (default: one per node). Each task runs COMMAND.")
    private @Nullable String tasks;

    @Option(names = "--tasks-per-node", paramLabel = "N", description = "Number of tasks on each node.")
    private @Nullable String tasksPerNode;

    @Option(
            names = {"-c", "--cores-per-task"},
            paramLabel = "N",
            description = "Number of cores per task (default 1), on one node, and in one socket if a socket has "
                    + "enough cores.")
    private @Nullable String cores;

    @Option(
            names = {"-g", "--gpus-per-task"},
            paramLabel = "N",
            description = "Number of GPUs per task.")
    private @Nullable String gpusPerTask;

    @Option(
            names = "--gpus-per-node",
            paramLabel = "N",
            description = "Number of GPUs per node, divided among its tasks, or shared if they cannot be divided "
                    + "evenly. Without --nodes, of one node.")
    private @Nullable String gpusPerNode;

    @Option(
            names = {"-G", "--gpus"},
            paramLabel = "N",
            description = "Number of GPUs of the job, divided among its tasks, or shared by the tasks of a node.")
    private @Nullable String gpus;

    @Option(
            names = "--mem",
            paramLabel = "SIZE",
            description = "Memory per node, such as 4G or 512M; a plain number is in megabytes. It is rounded up "
                    + "to whole gigabytes, the unit of graphs. Without --nodes, all tasks are on one node.")
    private @Nullable String memory;

    @Option(names = "--mem-per-task", paramLabel = "SIZE", description = "Memory per task.")
    private @Nullable String memoryPerTask;

    @Option(names = "--mem-per-core", paramLabel = "SIZE", description = "Memory per core.")
    private @Nullable String memoryPerCore;

    @Option(names = "--exclusive", description = "Allocate whole nodes, not shared with other jobs.")
    private boolean exclusive;

    @Option(
            names = {"-C", "--constraint"},
            paramLabel = "CONSTRAINT",
            description =
                    "Nodes with these properties: & is and, | is or, ^ is not, with parentheses, such as 'a100&^(old|slow)'. Also host:n[1-4], rank:0-3, and the JSON of RFC 31.")
    private @Nullable String constraint;

    @Option(
            names = {"-w", "--nodelist"},
            paramLabel = "HOSTS",
            description =
                    "Only these nodes, such as n[1-4,7]. All of them are allocated if no option sets the " + "number.")
    private @Nullable String only;

    @Option(
            names = {"-x", "--exclude"},
            paramLabel = "HOSTS",
            description = "Exclude these nodes.")
    private @Nullable String excluded;

    /** Whether it is said how much is asked for, so that there is a request without a jobspec. */
    boolean areGiven() {
        return firstGiven().isPresent();
    }

    /** The first of these options that is given, by its long name; empty where none is. */
    Optional<String> firstGiven() {
        return options().stream().filter(Named::isGiven).map(Named::name).findFirst();
    }

    private record Named(String name, @Nullable String value) {
        boolean isGiven() {
            return value != null;
        }
    }

    /** The options that say how much. */
    private List<Named> options() {
        return List.of(
                new Named("--nodes", nodes),
                new Named("--tasks", tasks),
                new Named("--tasks-per-node", tasksPerNode),
                new Named("--cores-per-task", cores),
                new Named("--gpus-per-task", gpusPerTask),
                new Named("--gpus-per-node", gpusPerNode),
                new Named("--gpus", gpus),
                new Named("--mem", memory),
                new Named("--mem-per-task", memoryPerTask),
                new Named("--mem-per-core", memoryPerCore));
    }

    /**
     * The jobspec for a command, or for several words of which none is one.
     *
     * @param command the command of each task
     * @throws CommandFailure wrong use, where options contradict each other
     */
    Jobspec jobspec(List<String> command) {
        return CheckedValues.value(() -> {
            ResourceShape shape = ResourceShape.of(counts());
            return jobspec(shape, command);
        });
    }

    /** The jobspec for a command that is one process with as many slots as it is given. */
    Jobspec malleable(List<String> command) {
        return CheckedValues.value(() -> jobspec(ResourceShape.malleable(counts()), command));
    }

    private Jobspec jobspec(ResourceShape shape, List<String> command) {
        Task task = new Task(command, ResourceShape.TASK, shape.tasks(), Optional.empty(), Map.of());
        Attributes attributes = Attributes.none();
        for (Extension extension : Extension.values()) {
            attributes = shape.extensions().contains(extension) ? attributes.using(extension) : attributes;
        }
        return applied(new Jobspec(1, List.of(shape.resource()), List.of(task), attributes));
    }

    /** Returns a jobspec with the options' conditions on nodes, in addition to its own. */
    Jobspec applied(Jobspec jobspec) {
        Attributes attributes = jobspec.attributes();
        List<Constraint> all = new ArrayList<>();
        if (!(attributes.constraint() instanceof Constraint.Any)) {
            all.add(attributes.constraint());
        }
        all.addAll(constraints());
        Attributes constrained = all.isEmpty() ? attributes : attributes.accepting(ConstraintText.all(all));
        return new Jobspec(
                jobspec.version(),
                jobspec.resources(),
                jobspec.tasks(),
                exclusive ? constrained.withNodeExclusive(true) : constrained);
    }

    private List<Constraint> constraints() {
        List<Constraint> all = new ArrayList<>();
        if (constraint != null) {
            all.add(ConstraintText.read(constraint));
        }
        if (only != null) {
            all.add(new Constraint.Hosts(hosts("--nodelist", only)));
        }
        if (excluded != null) {
            all.add(new Constraint.Not(List.of(new Constraint.Hosts(hosts("--exclude", excluded)))));
        }
        return all;
    }

    private static HostList hosts(String option, String text) {
        if (text.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    option + " requires host names such as n[1-4,7], not a file, found '" + text + "'");
        }
        HostList hosts = HostList.parse(text);
        if (hosts.size() == 0) {
            throw new IllegalArgumentException(option + " requires host names such as n[1-4,7], found none");
        }
        return hosts;
    }

    private ResourceCounts counts() {
        ResourceCounts counts = givenCounts();
        boolean isAllMemory = size("--mem", memory).filter(MemorySize::isAll).isPresent();
        if (isAllMemory && (memoryPerTask != null || memoryPerCore != null)) {
            throw new IllegalArgumentException(ResourceCounts.ONE_MEMORY);
        }
        if (isAllMemory && !exclusive && !counts.isWholeNodes()) {
            throw new IllegalArgumentException(
                    "--mem 0 requests all memory of each node, which only a job with whole nodes gets: add --exclusive, or set a size");
        }
        return counts;
    }

    private ResourceCounts givenCounts() {
        return new ResourceCounts(
                nodeCount(),
                number("--tasks", tasks),
                number("--tasks-per-node", tasksPerNode),
                number("--cores-per-task", cores),
                number("--gpus-per-task", gpusPerTask),
                number("--gpus-per-node", gpusPerNode),
                number("--gpus", gpus),
                size("--mem", memory),
                part("--mem-per-task", memoryPerTask),
                part("--mem-per-core", memoryPerCore));
    }

    /** A list of hosts without any other number stands for all of them. */
    private Optional<Count> nodeCount() {
        long listed = only == null ? 0 : hosts("--nodelist", only).size();
        if (nodes == null) {
            return listed > 0 && !areGiven() ? Optional.of(Count.exactly(listed)) : Optional.empty();
        }
        Count count = nodeCount(nodes);
        if (listed > 0 && count.min() > listed) {
            throw new IllegalArgumentException(
                    "--nodes " + nodes + " is more than the " + listed + " of --nodelist " + only);
        }
        return Optional.of(count);
    }

    private static Count nodeCount(String word) {
        Matcher range = RANGE.matcher(word);
        if (!range.matches()) {
            return Count.exactly(number("--nodes", word).orElseThrow());
        }
        long min = number("--nodes", range.group(1)).orElseThrow();
        long max = number("--nodes", range.group(2)).orElseThrow();
        if (max < min) {
            throw new IllegalArgumentException("--nodes must be N or MIN-MAX, found '" + word + "'");
        }
        return new Count(min, max, Count.Operator.ADD, 1);
    }

    private static OptionalLong number(String option, @Nullable String word) {
        if (word == null) {
            return OptionalLong.empty();
        }
        long value;
        try {
            value = Numeral.parse(word);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " must be a whole number, found '" + word + "'", e);
        }
        if (value < 1 || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    option + (value < 1 ? " must be 1 or more, found " : " is too large, found ") + value);
        }
        return OptionalLong.of(value);
    }

    /** Memory of a part of a node, which cannot be all memory of the node. */
    private static Optional<MemorySize> part(String option, @Nullable String word) {
        Optional<MemorySize> size = size(option, word);
        if (size.filter(MemorySize::isAll).isPresent()) {
            throw new IllegalArgumentException(option + " must be more than 0, found '" + word + "'");
        }
        return size;
    }

    private static Optional<MemorySize> size(String option, @Nullable String word) {
        return Optional.ofNullable(word).map(it -> MemorySize.parse(option, it));
    }
}
