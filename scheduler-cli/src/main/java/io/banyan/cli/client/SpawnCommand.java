package io.banyan.cli.client;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Answer;
import io.banyan.instance.Request;
import io.banyan.jobspec.Jobspec;
import io.banyan.rpc.client.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan spawn}: starts a child instance on resources of its own. */
@Command(
        name = "spawn",
        description = "Allocate resources and start a child instance on them.",
        mixinStandardHelpOptions = true)
final class SpawnCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final Target target = new Target();

    @Mixin
    private final Output output;

    @Mixin
    private final PolicyOption policy = new PolicyOption();

    @Option(names = "--name", paramLabel = "NAME", description = "What the child is called (default ${DEFAULT-VALUE}).")
    private String name = "child";

    @Option(
            names = {"-O", "--option"},
            paramLabel = "KEY=VALUE",
            description = "For the child's daemon, for example policy=low or grow-order=provider-first.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Parameters(paramLabel = "JOBSPEC", description = "The file, or '-' for standard input.")
    private String file = "";

    SpawnCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() {
        Jobspec jobspec = policy.apply(JobspecInput.read(file, terminal));
        Request.Spawn request = Requests.checked(() -> new Request.Spawn(jobspec, name, options));
        return switch (target.ask(client -> client.spawn(request))) {
            case Outcome.Done<Answer.Spawned>(Answer.Spawned spawned) -> {
                output.print(JobView.of(spawned.job()), SpawnCommand::text);
                yield ExitStatus.DONE;
            }
            case Outcome.Refused<Answer.Spawned>(Answer.Refused refused) -> {
                output.printJson(Refusals.view(refused));
                throw Refusals.failure(refused);
            }
        };
    }

    private static String text(JobView job) {
        return "job " + job.id() + ": instance " + job.instance() + " (" + job.name() + ") at " + job.address();
    }
}
