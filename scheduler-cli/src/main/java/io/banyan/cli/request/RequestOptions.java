package io.banyan.cli.request;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecYaml;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of a request for resources: which, for how long, and by which match policy. They take the place of a
 * jobspec, or complete one.
 */
public final class RequestOptions {
    @Mixin
    private final ResourceOptions resources = new ResourceOptions();

    @Option(
            names = {"-t", "--time"},
            paramLabel = "TIME",
            description = "Time limit: 10 is minutes; also 1:30:00, 1-12 (days and hours), 90s, 30m, 1h30m "
                    + "(default: that of the jobspec, otherwise none).")
    private @Nullable String time;

    @Mixin
    private final PolicyOption policy = new PolicyOption();

    @Option(
            names = "--requires-queue",
            paramLabel = "QUEUE",
            description = "Use only nodes that meet the node requirements of this queue.")
    private @Nullable String queue;

    @Option(names = "--dry-run", description = "Print the jobspec as YAML and exit.")
    private boolean dryRun;

    /** Whether the options say how much is asked for, so that no jobspec is needed. */
    public boolean areGiven() {
        return resources.areGiven();
    }

    /** Whether the jobspec is to be printed, and nothing else to be done. */
    public boolean isDryRun() {
        return dryRun;
    }

    /** The queue whose nodes alone will do; empty for all nodes. */
    public Optional<String> requiredQueue() {
        return Optional.ofNullable(queue);
    }

    /** A jobspec that accepts only nodes that meet this constraint as well. */
    public static Jobspec constrained(Jobspec jobspec, Constraint constraint) {
        Attributes said = jobspec.attributes();
        return new Jobspec(
                jobspec.version(),
                jobspec.resources(),
                jobspec.tasks(),
                said.accepting(ConstraintText.all(Stream.of(said.constraint(), constraint)
                        .filter(it -> !(it instanceof Constraint.Any))
                        .toList())));
    }

    /** The time limit in seconds; empty where none is given. */
    public Optional<Long> seconds() {
        return Optional.ofNullable(time).map(word -> TimeLimit.seconds("--time", word));
    }

    /**
     * The jobspec of a file, as the options complete it.
     *
     * @param file {@code -} for standard input
     * @throws CommandFailure where it cannot be read, or options say how much is asked for as well
     */
    public Jobspec read(String file, Terminal terminal) {
        return read(JobspecInput.read(file, terminal));
    }

    /** A jobspec as the options complete it. */
    Jobspec read(Jobspec jobspec) {
        Optional<String> given = resources.firstGiven();
        if (given.isPresent()) {
            throw CommandFailure.wrongUse(
                    given.get() + " cannot be used with a JOBSPEC, which contains the request itself");
        }
        return timed(CheckedValues.value(() -> resources.applied(jobspec)));
    }

    /**
     * The jobspec that the options alone make.
     *
     * @param command the command of each task
     */
    public Jobspec jobspec(List<String> command) {
        return timed(resources.jobspec(command));
    }

    /** The jobspec of a command that is one process with as many slots of these resources as it is given. */
    Jobspec malleable(List<String> command) {
        return timed(resources.malleable(command));
    }

    private Jobspec timed(Jobspec jobspec) {
        return policy.apply(seconds().map(jobspec::lasting).orElse(jobspec));
    }

    /** Prints a jobspec, and returns the exit status of a dry run. */
    public static int print(Jobspec jobspec, Terminal terminal) {
        terminal.out().print(JobspecYaml.write(jobspec));
        terminal.out().flush();
        return ExitStatus.DONE;
    }
}
