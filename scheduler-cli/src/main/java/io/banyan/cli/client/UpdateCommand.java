package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.JobRequest;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.GivenResources;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan update}: books resources that a job was given before. */
@Command(
        name = "update",
        description = "Book resources that a job was given before, under that job's id.",
        mixinStandardHelpOptions = true)
final class UpdateCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Mixin
    private final Formats formats = new Formats();

    @Option(names = "--reserve", description = "Reserve them, from a later time on. What begins now is allocated.")
    private boolean reserve;

    @Option(
            names = "--at",
            paramLabel = "SECONDS",
            description = "From when on, in seconds since the epoch (default: now).")
    private @Nullable Long at;

    @Option(
            names = "--duration",
            paramLabel = "SECONDS",
            description = "How long (default: to the end of what is planned).")
    private long duration;

    @Mixin
    private final GivenArguments given = new GivenArguments();

    UpdateCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        JobId job = given.job();
        GivenResources resources = given.read(GivenResources::read);
        JobRequest.Update request = Checked.value(() -> new JobRequest.Update(
                job,
                reserve ? BookingKind.RESERVATION : BookingKind.ALLOCATION,
                resources,
                at == null ? OptionalLong.empty() : OptionalLong.of(at),
                duration,
                formats.format()));
        return asked.print(asked.ask(client -> client.update(request)), MatchView::of, MatchView::text);
    }
}
