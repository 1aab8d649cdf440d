package io.banyan.cli.resources;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan resource remove}: removes resources from the graph. */
@Command(
        name = "remove",
        description = "Remove the instance's own resources from its graph.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "To return resources to a parent or a provider, use 'banyan shrink'. Resources of a child instance cannot be"
                    + " removed until the child shrinks."
        })
public final class RemoveCommand implements Callable<Integer> {
    /** The resources that were removed. */
    private record Removed(List<String> paths, List<Long> degraded) {}

    @Mixin
    private final Asked asked;

    @Mixin
    private final Vertices vertices = new Vertices();

    @Option(
            names = "--force",
            description =
                    "Also remove resources that jobs hold, as if they were lost. A job that then holds nothing fails.")
    private boolean force;

    public RemoveCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        Request.Remove request = new Request.Remove(vertices.target(), force);
        Answer.Removed removed = asked.ask(client -> client.remove(request));
        List<Long> degraded = removed.hurt().stream().map(JobId::value).toList();
        asked.print(new Removed(removed.paths(), degraded), view -> text(removed));
        return ExitStatus.DONE;
    }

    private static String text(Answer.Removed removed) {
        String taken = removed.hurt().isEmpty() ? "" : "\ntaken from " + Vertices.named(removed.hurt());
        return "removed: " + String.join(" ", removed.paths()) + taken;
    }
}
