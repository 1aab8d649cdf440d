package io.banyan.cli.client;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Answer;
import io.banyan.instance.Request;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan remove}: removes resources from the graph. */
@Command(
        name = "remove",
        description = "Remove resources of an instance's own from its graph.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "What came from a parent or a provider is given back with 'banyan shrink'; what a child instance has stays "
                    + "until that instance has shrunk."
        })
final class RemoveCommand implements Callable<Integer> {
    /** What was removed. */
    private record Removed(List<String> paths, List<Long> hurt) {}

    @Mixin
    private final Asked asked;

    @Mixin
    private final Vertices vertices = new Vertices();

    @Option(
            names = "--force",
            description =
                    "Take the resources also from the jobs that hold them, as if the resources were lost. A job that holds nothing any more fails.")
    private boolean force;

    RemoveCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        Request.Remove request = new Request.Remove(vertices.target(), force);
        Answer.Removed removed = asked.ask(client -> client.remove(request));
        List<Long> hurt = removed.hurt().stream().map(JobId::value).toList();
        asked.print(new Removed(removed.paths(), hurt), view -> text(removed));
        return ExitStatus.DONE;
    }

    private static String text(Answer.Removed removed) {
        String taken = removed.hurt().isEmpty() ? "" : "\ntaken from " + Vertices.named(removed.hurt());
        return "removed: " + String.join(" ", removed.paths()) + taken;
    }
}
