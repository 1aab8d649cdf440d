package io.banyan.cli.resources;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.RefusalPrinter;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.Durations;
import io.banyan.cli.request.Moment;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.BookingRefused;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Reservation;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.LocalZone;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan reservation}: resources that are kept for some users, or for maintenance. */
@Command(
        name = "reservation",
        description = "Reserve resources for users or for maintenance, once or repeatedly.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class ReservationCommand {
    private ReservationCommand() {}

    public static CommandLine create(Terminal terminal) {
        return new CommandLine(new ReservationCommand())
                .addSubcommand(new Create(terminal))
                .addSubcommand(new All(terminal))
                .addSubcommand(new Show(terminal))
                .addSubcommand(new Cancel(terminal));
    }

    @Command(
            name = "create",
            description = "Create a reservation. Jobs that would still run when it begins do not start, except "
                    + "jobs of its users that name it ('banyan submit --reservation').",
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "banyan reservation create tidy --start 2026-11-23T18:00 --duration 2h --hosts 'node[0-3]'",
                "banyan reservation create mine --gentle --start 2h --duration 1h --user ann -N 2",
                "banyan reservation create course --start 2026-11-24T09:00 --duration 90m --every week --user ann,ben -N 4"
            })
    private static final class Create implements Callable<Integer> {
        @Mixin
        private final Asked asked;

        @Parameters(paramLabel = "NAME", description = "Name of the reservation.")
        private String name = "";

        @Option(
                names = "--start",
                paramLabel = "TIME",
                description = "Start: 30m or 2h from now, or 2026-11-23T18:30 (default: now).")
        private @Nullable String start;

        @Option(
                names = {"-t", "--duration"},
                paramLabel = "TIME",
                required = true,
                description = "Duration, such as 90m or 8h.")
        private String duration = "";

        @Option(
                names = "--user",
                paramLabel = "NAME[,NAME...]",
                description =
                        "Users whose jobs may use the reservation. Without users and accounts, no jobs may use it (maintenance).")
        private List<String> users = List.of();

        @Option(
                names = "--account",
                paramLabel = "NAME[,NAME...]",
                description = "Accounts whose jobs may use the reservation.")
        private List<String> accounts = List.of();

        @Option(names = "--owner", paramLabel = "NAME", description = "Owner of the reservation (default: the caller).")
        private String owner = Principal.OWNER_NAME;

        @Option(
                names = "--force",
                description = "End jobs that run on these resources by the time the reservation begins.")
        private boolean force;

        @Option(
                names = "--gentle",
                description = "Create the reservation only if no job starts later because of it. Users may create such "
                        + "reservations for themselves within the limits of the configuration.")
        private boolean gentle;

        @ArgGroup(exclusive = true, multiplicity = "1")
        private ReservedResources resources = new ReservedResources();

        @Mixin
        private final RecurrenceOptions recurrence = new RecurrenceOptions();

        private final Terminal terminal;

        Create(Terminal terminal) {
            this.terminal = terminal;
            this.asked = new Asked(terminal);
        }

        @Override
        public Integer call() {
            if (gentle && force) {
                throw CommandFailure.wrongUse("--gentle ends no job, so it cannot be combined with --force");
            }
            Instant now = Instant.now();
            long startSec = start == null ? 0 : Moment.later("--start", start, now);
            Reservation reservation = CheckedValues.value(() -> new Reservation(
                    name,
                    owner,
                    resources.target(terminal),
                    startSec,
                    Durations.seconds("--duration", duration),
                    recurrence.recurrence(now, LocalZone.current()),
                    names(users),
                    names(accounts)));
            return gentle ? book(reservation) : create(reservation);
        }

        private int create(Reservation reservation) {
            RequestOutcome<ReservationView> outcome =
                    asked.ask(client -> client.reserving().create(new ReservationRequest.Create(reservation, force)));
            return asked.print(outcome, ReservationText.View::of, ReservationText::made);
        }

        private int book(Reservation reservation) {
            var request = CheckedValues.value(() -> new ReservationRequest.Book(List.of(reservation)));
            return switch (asked.ask(client -> client.reserving().book(request))) {
                case Answer.Reservations booked -> {
                    ReservationView view = booked.reservations().getFirst();
                    asked.print(ReservationText.View.of(view), shown -> ReservationText.made(view));
                    yield ExitStatus.DONE;
                }
                case BookingRefused refused -> {
                    asked.printData(ReservationText.Obstacles.of(refused));
                    throw CommandFailure.no(refused.message());
                }
                case Answer.Refused never -> {
                    asked.printData(RefusalPrinter.view(never));
                    throw CommandFailure.no(RefusalPrinter.text(never));
                }
                case Answer other -> throw new IllegalStateException("a booking was answered with " + other);
            };
        }

        /** An empty list would mean maintenance. */
        private static SortedSet<String> names(List<String> lists) {
            SortedSet<String> names = new TreeSet<>();
            for (String list : lists) {
                for (String name : list.split(",", -1)) {
                    if (name.isBlank()) {
                        throw CommandFailure.wrongUse("--user and --account must not contain empty names");
                    }
                    names.add(name);
                }
            }
            return names;
        }
    }

    @Command(name = "list", description = "List reservations with their times.", mixinStandardHelpOptions = true)
    private static final class All implements Callable<Integer> {
        @Mixin
        private final Asked asked;

        All(Terminal terminal) {
            this.asked = new Asked(terminal);
        }

        @Override
        public Integer call() {
            List<ReservationView> all = asked.ask(client -> client.reserving().list());
            asked.print(all.stream().map(ReservationText.View::of).toList(), All::text);
            return ExitStatus.DONE;
        }

        private static String text(List<ReservationText.View> all) {
            Table table = new Table()
                    .left("name")
                    .left("owner")
                    .left("users")
                    .left("resources")
                    .left("start")
                    .left("end")
                    .left("state")
                    .left("again");
            for (ReservationText.View one : all) {
                table.row(
                        one.name(),
                        one.owner(),
                        one.who(),
                        one.resources(),
                        one.start(),
                        one.end(),
                        one.state(),
                        one.every());
            }
            return table.isEmpty() ? "No reservations." : table.toString();
        }
    }

    @Command(
            name = "show",
            description = "Show a reservation: its next periods and the jobs in it.",
            mixinStandardHelpOptions = true)
    private static final class Show implements Callable<Integer> {
        @Mixin
        private final Asked asked;

        @Parameters(paramLabel = "NAME", description = "Name of the reservation.")
        private String name = "";

        Show(Terminal terminal) {
            this.asked = new Asked(terminal);
        }

        @Override
        public Integer call() {
            ReservationText.View view = asked.ask(client -> client.reserving().list()).stream()
                    .filter(one -> one.reservation().name().equals(name))
                    .findFirst()
                    .map(ReservationText.View::of)
                    .orElseThrow(() -> CommandFailure.no("there is no reservation '" + name + "' here"));
            asked.print(view, ReservationText::shown);
            return ExitStatus.DONE;
        }
    }

    @Command(
            name = "cancel",
            description = "Cancel reservations with all their periods. Pending jobs in them are cancelled.",
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "To cancel a single period, use 'banyan cancel JOB' with the id that 'banyan reservation "
                        + "show' prints."
            })
    private static final class Cancel implements Callable<Integer> {
        @Mixin
        private final Asked asked;

        @Parameters(paramLabel = "NAME", arity = "1..*", description = "Names of the reservations.")
        private List<String> names = List.of();

        @Option(
                names = "--force",
                description = "Cancel the reservations even if jobs run in them. These jobs continue.")
        private boolean force;

        Cancel(Terminal terminal) {
            this.asked = new Asked(terminal);
        }

        @Override
        public Integer call() {
            List<ReservationText.View> gone = names.stream()
                    .map(name -> CheckedValues.value(() -> new ReservationRequest.Cancel(name, force)))
                    .map(request -> ReservationText.View.of(
                            asked.ask(client -> client.reserving().cancel(request))))
                    .toList();
            asked.print(gone, all -> ReservationText.cancelled(all));
            return ExitStatus.DONE;
        }
    }
}
