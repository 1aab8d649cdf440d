package io.banyan.cli.look;

import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.InputOptions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.OutputName;
import io.banyan.jobspec.ShellOptions;
import io.banyan.jobspec.Task;
import io.banyan.rset.HostList;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The work that a job runs, as its jobspec describes it.
 *
 * @param commands the words of the commands of its tasks; none for a job without tasks
 * @param directory the working directory; null where it is the job's own directory
 * @param input the file or other source of their standard input; null for none
 * @param output the file for standard output; null where the daemon keeps it for {@code banyan logs}
 * @param errors the file for standard error; null where it goes to the file for standard output
 */
public record JobWork(
        List<List<String>> commands,
        @Nullable String directory,
        @Nullable String input,
        @Nullable String output,
        @Nullable String errors) {
    /** The placeholder that stays for a host that is not known yet, or not any more. */
    private static final String SOME_HOST = "%N";

    /** Copies the list. */
    public JobWork {
        commands = List.copyOf(commands);
    }

    /** Returns the work that a job runs. O(size of the jobspec). */
    public static JobWork of(JobRecord job, Jobspec jobspec) {
        ShellOptions options = ShellOptions.ofEarlier(jobspec.attributes());
        Optional<String> directory = jobspec.attributes().cwd();
        OutputName.Values values = values(job);
        return new JobWork(
                jobspec.tasks().stream().map(Task::command).toList(),
                directory.orElse(null),
                input(options.input(), directory, values).orElse(null),
                options.output().map(name -> path(name, directory, values)).orElse(null),
                options.errors().map(name -> path(name, directory, values)).orElse(null));
    }

    private static OutputName.Values values(JobRecord job) {
        Optional<ArrayPlace> array = job.submission().flatMap(Submission::array);
        HostList nodes = job.account().map(JobAccount::nodeList).orElse(HostList.of(List.of()));
        return new OutputName.Values(
                job.id().value(),
                job.name(),
                job.owner(),
                array.map(ArrayPlace::first).orElse(job.id()).value(),
                array.map(ArrayPlace::index).orElse(0L),
                nodes.stream().findFirst().orElse(SOME_HOST));
    }

    private static Optional<String> input(InputOptions input, Optional<String> directory, OutputName.Values values) {
        return switch (input) {
            case InputOptions.Nothing it -> Optional.empty();
            case InputOptions.File(OutputName name) -> Optional.of(path(name, directory, values));
            case InputOptions.Submitter(OptionalLong task) ->
                Optional.of("sent by the submitter"
                        + (task.isPresent() ? " to task " + task.getAsLong() : " to all tasks"));
            case InputOptions.Terminal(long task) -> Optional.of("a terminal for task " + task);
        };
    }

    private static String path(OutputName name, Optional<String> directory, OutputName.Values values) {
        String file = name.of(values);
        return directory.map(it -> Path.of(it).resolve(file).toString()).orElse(file);
    }
}
