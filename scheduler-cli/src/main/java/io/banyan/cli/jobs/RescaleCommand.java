package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.RefusalPrinter;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.resource.JobId;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan rescale}: how many slots a malleable job runs with. */
@Command(
        name = "rescale",
        description = "Ask a running malleable job to use more or fewer slots, or show its slots. Its "
                + "resources do not change until it accepts.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "banyan rescale 7 4",
            "banyan rescale 7",
            "",
            "For the application in the job: 'banyan rescale JOBID --attend' prints the proposals, "
                    + "one per line; --accept or --decline answers one."
        })
public final class RescaleCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Parameters(index = "0", paramLabel = "JOBID", description = "The job.")
    private long job;

    @Parameters(index = "1", arity = "0..1", paramLabel = "SLOTS", description = "New number of slots.")
    private @Nullable Long slots;

    @ArgGroup
    private final Reply reply = new Reply();

    @Option(names = "--because", paramLabel = "TEXT", description = "With --decline: the reason.")
    private String because = "";

    /** The reply of the application. */
    private static final class Reply {
        @Option(names = "--attend", description = "Print proposals to the job as they arrive: NUMBER FROM TO.")
        private boolean attend;

        @Option(names = "--accept", paramLabel = "NUMBER", description = "Accept this proposal.")
        private @Nullable Long accept;

        @Option(names = "--decline", paramLabel = "NUMBER", description = "Decline this proposal.")
        private @Nullable Long decline;
    }

    public RescaleCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        boolean isReply = reply.attend || reply.accept != null || reply.decline != null;
        if (isReply && slots != null) {
            throw CommandFailure.wrongUse("SLOTS cannot be used with --attend, --accept or --decline");
        }
        if (!because.isEmpty() && reply.decline == null) {
            throw CommandFailure.wrongUse("--because requires --decline");
        }
        JobId id = CheckedValues.value(() -> new JobId(job));
        if (reply.attend) {
            return attend(id);
        }
        if (isReply) {
            return reply(id);
        }
        return slots == null ? look(id) : propose(id, slots);
    }

    /** A proposal as data. */
    record ProposalView(long number, long from, long to, String resources) {
        static ProposalView of(MalleableAnswer.Proposal it) {
            return new ProposalView(it.number(), it.from(), it.to(), it.resources());
        }
    }

    /** The slots that a job runs with, as data. */
    record SlotsView(
            long job,
            long slots,
            long min,
            long max,
            long unit,
            @Nullable ProposalView proposal) {}

    /** The outcome of a proposal, as data. */
    record RescaledView(long job, long number, long from, long to, String outcome, String why, long slots) {}

    private int look(JobId id) {
        MalleableAnswer.Slots it = asked.ask(client -> client.rescaling().look(id));
        var view = new SlotsView(
                job,
                it.slots(),
                it.bounds().min(),
                it.bounds().max(),
                it.bounds().unit(),
                it.proposal().map(ProposalView::of).orElse(null));
        asked.print(view, shown -> {
            String steps = shown.unit == 1 ? "" : " in steps of " + shown.unit;
            String asks = shown.proposal == null
                    ? ""
                    : "; unanswered: proposal " + shown.proposal.number + " for a total of " + shown.proposal.to;
            return "job " + job + " has " + shown.slots + " slots of " + shown.min + " to " + shown.max + steps + asks;
        });
        return ExitStatus.DONE;
    }

    private int propose(JobId id, long wanted) {
        RescaleRequest.Propose request = CheckedValues.value(() -> new RescaleRequest.Propose(id, wanted));
        return print(asked.ask(client -> client.rescaling().propose(request)));
    }

    private int reply(JobId id) {
        @Nullable Long yes = reply.accept;
        @Nullable Long no = reply.decline;
        RescaleRequest.Reply answer = CheckedValues.value(() -> yes != null
                ? new RescaleRequest.Reply(id, yes, true, "")
                : new RescaleRequest.Reply(id, no == null ? 0 : no, false, because));
        print(asked.ask(client -> client.rescaling().answer(answer)));
        return ExitStatus.DONE;
    }

    private int attend(JobId id) {
        return asked.ask(client -> {
            client.rescaling().attend(id, proposal -> {
                asked.printLine(ProposalView.of(proposal), it -> it.number + " " + it.from + " " + it.to);
                return !asked.isLost();
            });
            return ExitStatus.DONE;
        });
    }

    private int print(Answer answer) {
        if (answer instanceof Answer.Refused refused) {
            asked.printData(RefusalPrinter.view(refused));
            throw CommandFailure.no(RefusalPrinter.text(refused));
        }
        if (!(answer instanceof MalleableAnswer.Rescaled it)) {
            throw new IllegalStateException("no answer to a proposal: " + answer);
        }
        var view = new RescaledView(
                job,
                it.number(),
                it.from(),
                it.to(),
                it.outcome().name().toLowerCase(Locale.ROOT),
                it.why(),
                it.slots());
        asked.print(view, RescaleCommand::text);
        boolean isDone = it.outcome() == RescaleOutcome.ACCEPTED || it.outcome() == RescaleOutcome.OFFERED;
        return isDone ? ExitStatus.DONE : ExitStatus.NO;
    }

    /** Returns the outcome of a proposal, as a sentence. */
    static String text(RescaledView it) {
        String why = it.why.isEmpty() ? "" : ": " + it.why;
        return switch (it.outcome) {
            case "accepted" -> "job " + it.job + " runs with " + it.slots + " slots, from " + it.from + why;
            case "offered" -> {
                long more = it.slots - it.from;
                yield "job " + it.job + " is offered " + more + (more == 1 ? " more slot, " : " more slots, ")
                        + it.slots + " in total" + why;
            }
            case "declined" -> "job " + it.job + " declined and keeps " + it.slots + " slots" + why;
            default -> "job " + it.job + " was not rescaled from " + it.from + " to " + it.to + " slots" + why;
        };
    }
}
