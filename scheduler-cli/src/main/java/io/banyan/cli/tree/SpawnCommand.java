package io.banyan.cli.tree;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobEnd;
import io.banyan.cli.call.JobView;
import io.banyan.cli.call.RequiredQueue;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.ExportOption;
import io.banyan.cli.request.InstanceOptions;
import io.banyan.cli.request.JobspecArgument;
import io.banyan.cli.request.JobspecInput;
import io.banyan.cli.request.MalleableOptions;
import io.banyan.cli.request.OutputFiles;
import io.banyan.cli.request.RequestOptions;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.Extensions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Malleability;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.JobCommand;
import io.banyan.rpc.launch.LaunchCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code banyan spawn}: starts a child instance on resources of its own, for as long as a command runs in it or until
 * it is cancelled.
 */
@Command(
        name = "spawn",
        description =
                "Allocate resources and start a child instance on them, to run a command or for use by " + "others.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "banyan spawn jobspecs/hello.yaml",
            "banyan spawn -N 2 -t 1h -- sh -c 'banyan submit -n 1 -- ./task'",
            "",
            "COMMAND runs in the child: the banyan commands in it use the child (BANYAN_STATE). This "
                    + "command waits for COMMAND and exits with its status, which is also recorded for the "
                    + "job. The output is in the files 'stdout' and 'stderr' of the child's directory."
        })
public final class SpawnCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the child (default ${DEFAULT-VALUE}).")
    private String name = "child";

    @Mixin
    private final InstanceOptions settings = new InstanceOptions();

    @Option(
            names = "--malleable",
            paramLabel = "MIN-MAX[:UNIT]",
            description = "The child can run with this range of the jobspec's slots. It begins with as many as are "
                    + "free, returns free ones when its parent asks for them, and gets more when no other job "
                    + "needs them.")
    private @Nullable String malleable;

    @Option(
            names = "--reservation",
            paramLabel = "NAME",
            description = "Start the child on resources of this reservation, which must have begun; it ends with the "
                    + "reservation at the latest.")
    private @Nullable String reservation;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "File for all output of COMMAND.")
    private @Nullable String outputFile;

    @Option(names = "--detach", description = "Do not wait for COMMAND to end.")
    private boolean detach;

    @Mixin
    private final ExportOption export;

    @Mixin
    private final RequestOptions options = new RequestOptions();

    @Parameters(
            paramLabel = "[JOBSPEC] COMMAND",
            hideParamSyntax = true,
            arity = "0..*",
            description = "Jobspec file, or '-' for standard input, unless options such as -N, -n and --mem "
                    + "describe the resources; then, after '--', the command to run in the child.")
    private List<String> words = List.of();

    private final Terminal terminal;

    public SpawnCommand(Terminal terminal) {
        this.export = new ExportOption(terminal);
        this.terminal = terminal;
        this.asked = Asked.ofStart(terminal);
    }

    @Override
    public Integer call() {
        OutputFiles.requireName(outputFile);
        boolean isMade = options.areGiven() && (words.isEmpty() || !JobspecInput.isNamed(words.getFirst()));
        String file = isMade || words.isEmpty() ? null : words.getFirst();
        Jobspec wanted = inside(
                RequiredQueue.applied(JobspecArgument.read(options, file, terminal), options, asked), reservation);
        List<String> command = isMade ? words : words.subList(1, words.size());
        Request.Spawn request = CheckedValues.value(() -> {
            Map<String, String> all = allOptions(command);
            LaunchCommand.requireOptions(all);
            return new Request.Spawn(malleable == null ? wanted : malleable(wanted, malleable), name, all);
        });
        if (options.isDryRun()) {
            return RequestOptions.print(request.jobspec(), terminal);
        }
        RequestOutcome<Answer.Spawned> outcome = asked.ask(client -> client.spawn(request));
        if (command.isEmpty()
                || detach
                || !(outcome instanceof RequestOutcome.Done<Answer.Spawned>(Answer.Spawned spawned))) {
            return asked.print(outcome, it -> JobView.of(it.job()), it -> text(JobView.of(it.job())));
        }
        asked.tell(text(JobView.of(spawned.job())));
        JobRecord ended =
                new JobEnd(asked.target(), asked::tell).await(spawned.job().id());
        String where = written(ended.id()).map(it -> "; its output is in " + it).orElse("");
        asked.print(JobView.of(ended), view -> "job " + view.id() + ": " + view.detail() + where);
        return statusOf(ended);
    }

    private static Jobspec inside(Jobspec wanted, @Nullable String reservation) {
        if (reservation == null) {
            return wanted;
        }
        Map<String, @Nullable Object> own = new LinkedHashMap<>();
        if (wanted.attributes().system().get(Extensions.KEY) instanceof Map<?, ?> said) {
            said.forEach((key, value) -> own.put(String.valueOf(key), value));
        }
        own.put(Extensions.RESERVATION, reservation);
        return CheckedValues.value(() -> wanted.with(Extensions.KEY, own));
    }

    private static Jobspec malleable(Jobspec wanted, String range) {
        Jobspec bounded = wanted.with(Malleability.KEY, MalleableOptions.bounds(range));
        Malleability.of(bounded); // Refused here where its resources are not one slot.
        return bounded;
    }

    /** The place of the command's output, as far as this machine can determine it. */
    private Optional<Path> written(JobId job) {
        return outputFile != null
                ? Optional.of(Path.of(outputFile))
                : asked.target()
                        .stateDirectory()
                        .map(state -> state.child(job))
                        .filter(child -> Files.exists(child.commandOutput()))
                        .map(StateDirectory::path);
    }

    private Map<String, String> allOptions(List<String> command) {
        Map<String, String> all = settings.all();
        if (!command.isEmpty()) {
            Optional<Path> output =
                    Optional.ofNullable(outputFile).map(it -> Path.of(it).toAbsolutePath());
            Optional<Path> here = Optional.of(ExportOption.workingDirectory());
            all.putAll(new JobCommand(command, here, output, export.settings()).options());
        } else if (outputFile != null || detach) {
            throw new IllegalArgumentException("--output and --detach require a COMMAND.");
        }
        return all;
    }

    private static int statusOf(JobRecord ended) {
        if (ended.exitStatus().isPresent() && ended.state() != JobState.CANCELLED) {
            return ended.exitStatus().getAsInt();
        }
        String state = JobView.lower(ended.state());
        throw CommandFailure.no("job " + ended.id() + " is " + state + JobView.because(state, ended.detail()));
    }

    private static String text(JobView job) {
        return "job " + job.id() + ": instance " + job.instance() + " (" + job.name() + ") at " + job.address();
    }
}
