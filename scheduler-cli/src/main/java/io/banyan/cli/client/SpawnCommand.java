package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Request;
import io.banyan.jobspec.Jobspec;
import io.banyan.rpc.launch.LaunchCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan spawn}: starts a child instance on resources of its own. */
@Command(
        name = "spawn",
        description = "Allocate resources and start a child instance on them.",
        mixinStandardHelpOptions = true)
final class SpawnCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Option(names = "--name", paramLabel = "NAME", description = "What the child is called (default ${DEFAULT-VALUE}).")
    private String name = "child";

    @Option(
            names = {"-O", "--option"},
            paramLabel = "KEY=VALUE",
            description = "For the child's daemon, for example policy=low or grow-order=provider-first.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Mixin
    private final JobspecArgument jobspec;

    SpawnCommand(Terminal terminal) {
        this.jobspec = new JobspecArgument(terminal);
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        Jobspec wanted = jobspec.read();
        Request.Spawn request = Checked.value(() -> {
            LaunchCommand.requireOptions(options);
            return new Request.Spawn(wanted, name, options);
        });
        return asked.print(
                asked.ask(client -> client.spawn(request)),
                spawned -> JobView.of(spawned.job()),
                spawned -> text(JobView.of(spawned.job())));
    }

    private static String text(JobView job) {
        return "job " + job.id() + ": instance " + job.instance() + " (" + job.name() + ") at " + job.address();
    }
}
