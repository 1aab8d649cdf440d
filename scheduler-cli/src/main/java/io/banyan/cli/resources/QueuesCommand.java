package io.banyan.cli.resources;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.TableWidth;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.QueueShare;
import io.banyan.instance.message.client.QueueSummary;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan queues}: the queues of an instance, and their states. */
@Command(
        name = "queues",
        description = "List the queues of an instance, or stop, start, disable or enable a queue.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A stopped queue accepts jobs but starts none, and loses its reservations. A disabled "
                    + "queue accepts no jobs but starts those it has.",
            "",
            "banyan queues",
            "banyan queues stop batch --reason 'the file system is down'",
            "banyan queues start batch",
            "banyan queues --shares"
        })
public final class QueuesCommand implements Callable<Integer> {
    private static final double SECONDS_PER_HOUR = 3_600;

    @Mixin
    private final Asked asked;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "stop | start | disable | enable",
            description = "New state of the queue. Without it, the queues are listed.")
    private Optional<Action> action = Optional.empty();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "QUEUE",
            description = "Queue; optional if there is only one.")
    private String queue = "";

    @Option(
            names = "--reason",
            paramLabel = "WORDS",
            description = "Reason, shown to users whose jobs are refused or wait.")
    private String reason = "";

    /** The action on a queue; picocli shows and takes it in lower case. */
    enum Action {
        STOP(Optional.empty(), Optional.of(false)),
        START(Optional.empty(), Optional.of(true)),
        DISABLE(Optional.of(false), Optional.empty()),
        ENABLE(Optional.of(true), Optional.empty());

        private final Optional<Boolean> takes;
        private final Optional<Boolean> starts;

        Action(Optional<Boolean> takes, Optional<Boolean> starts) {
            this.takes = takes;
            this.starts = starts;
        }
    }

    @Option(names = "--shares", description = "Show the usage of each user and account that affects priorities.")
    private boolean shares;

    @Mixin
    private final TableWidth width;

    public QueuesCommand(Terminal terminal) {
        this.width = new TableWidth(terminal);
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        if (action.isEmpty() && !reason.isEmpty()) {
            throw CommandFailure.wrongUse("--reason requires stop or disable");
        }
        Optional<JobRequest.SetQueue> change = CheckedValues.value(
                () -> action.map(it -> new JobRequest.SetQueue(queue, it.takes, it.starts, reason)));
        JobAnswer.Queues answer = change.isEmpty()
                ? asked.ask(client -> client.queueing().queues(new JobRead.Queues()))
                : asked.ask(client -> client.queueing().setQueue(change.get()));
        asked.print(
                new View(answer.queues(), answer.limits(), answer.shares()),
                shares ? QueuesCommand::shares : this::text);
        return ExitStatus.DONE;
    }

    /** The view that is printed for programs. */
    private record View(List<QueueSummary> queues, List<String> limits, List<QueueShare> shares) {}

    private String text(View view) {
        Table table = new Table()
                .left("queue")
                .left("policy")
                .right("priority")
                .right("waiting")
                .right("running")
                .cut("state")
                .cut("limits");
        for (QueueSummary queue : view.queues()) {
            table.row(
                    queue.name().isEmpty() ? "-" : queue.name(),
                    queue.policy(),
                    queue.priority(),
                    queue.waiting(),
                    queue.running(),
                    state(queue),
                    String.join(" ", queue.limits()));
        }
        String text = width.fit(table).toString();
        return view.limits().isEmpty() ? text : text + "\nall queues together: " + String.join(" ", view.limits());
    }

    /** In hours at a cost of 1 per second. */
    private static String shares(View view) {
        if (view.shares().isEmpty()) {
            return "no usage is recorded: queue.priority has no fairshare weight, or nothing has run";
        }
        Table table = new Table().left("account").left("user").right("used").right("factor");
        for (QueueShare share : view.shares()) {
            table.row(
                    share.account().isEmpty() ? "-" : share.account(),
                    share.user(),
                    String.format(Locale.ROOT, "%.2f h", share.used() / SECONDS_PER_HOUR),
                    String.format(Locale.ROOT, "%.3f", share.factor()));
        }
        return table.toString();
    }

    private static String state(QueueSummary queue) {
        String does = (queue.takes() ? "" : "disabled")
                + (queue.takes() || queue.starts() ? "" : ", ")
                + (queue.starts() ? "" : "stopped");
        return does.isEmpty() ? "started" : does + (queue.why().isEmpty() ? "" : ": " + queue.why());
    }
}
