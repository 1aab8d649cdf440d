package io.banyan.cli.tree;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan abandon}: frees the resources of an instance whose end cannot be confirmed. */
@Command(
        name = "abandon",
        description = "Release the resources of a child instance that is lost or does not end.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The daemon makes the resources available to other jobs at once. First make sure that no process of the instance is still running: use 'banyan fence' on its machine."
        })
public final class AbandonCommand implements Callable<Integer> {
    /** The resources that were freed. */
    private record Abandoned(long job, List<Unreleased> unreleased) {}

    @Mixin
    private final Asked asked;

    @Parameters(paramLabel = "JOBID", description = "The job of the instance.")
    private long id;

    public AbandonCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        Request.Abandon request = CheckedValues.value(() -> new Request.Abandon(new JobId(id)));
        JobAnswer.Cancelled freed = asked.ask(client -> client.abandon(request));
        asked.print(
                new Abandoned(freed.job().value(), freed.unreleased()), view -> "job " + freed.job() + " abandoned");
        List<String> problems =
                freed.unreleased().stream().map(Unreleased::sentence).toList();
        if (!problems.isEmpty()) {
            throw CommandFailure.no(problems);
        }
        return ExitStatus.DONE;
    }
}
