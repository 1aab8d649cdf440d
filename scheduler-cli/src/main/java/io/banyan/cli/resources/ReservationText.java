package io.banyan.cli.resources;

import io.banyan.cli.call.JobView;
import io.banyan.cli.output.Table;
import io.banyan.instance.message.client.BookingRefused;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.jobspec.Resource;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reservations in words. */
final class ReservationText {
    private ReservationText() {}

    /**
     * One time of a reservation.
     *
     * @param job under which the resources are held
     * @param jobs those that run in it
     */
    record Time(
            long job, String state, long startSec, @Nullable Long endSec, List<Long> jobs) {
        String end() {
            return endSec == null ? "-" : JobView.time(endSec);
        }
    }

    /**
     * One reservation as it is printed.
     *
     * @param resources the kept resources, in words
     * @param every how often it comes again; empty where it comes once
     * @param times as far as it is booked
     * @param problem why a time was left out; empty where none was
     */
    record View(
            String name,
            String owner,
            List<String> users,
            List<String> accounts,
            String resources,
            long firstSec,
            long durationSec,
            String every,
            List<Time> times,
            String problem) {
        static View of(ReservationView view) {
            Reservation reservation = view.reservation();
            return new View(
                    reservation.name(),
                    reservation.owner(),
                    List.copyOf(reservation.users()),
                    List.copyOf(reservation.accounts()),
                    words(reservation.target()),
                    reservation.startSec(),
                    reservation.durationSec(),
                    words(reservation.recurrence()),
                    view.times().stream().map(View::time).toList(),
                    view.problem());
        }

        private static Time time(ReservationView.Time time) {
            return new Time(
                    time.job().value(),
                    JobView.lower(time.state()),
                    time.window().startSec(),
                    JobView.endSec(time.window()),
                    time.inside().stream().map(JobId::value).toList());
        }

        String who() {
            String all = Stream.concat(users.stream(), accounts.stream().map(account -> "account " + account))
                    .collect(Collectors.joining(","));
            return all.isEmpty() ? "nobody" : all;
        }

        private @Nullable Time next() {
            return times.isEmpty() ? null : times.getFirst();
        }

        String start() {
            Time next = next();
            return next == null ? "-" : JobView.time(next.startSec());
        }

        String end() {
            Time next = next();
            return next == null ? "-" : next.end();
        }

        String state() {
            Time next = next();
            return next == null ? "not booked" : next.state();
        }
    }

    /**
     * The refusal of a gentle booking in JSON.
     *
     * @param jobs those that are in the way or would start later, as far as the caller may see them
     * @param others the number of further ones
     * @param reservations the names of those that are in the way
     * @param fromSec the earliest start that would be accepted; null if it is not known
     */
    record Obstacles(
            String outcome,
            List<Long> jobs,
            long others,
            List<String> reservations,
            @Nullable Long fromSec,
            String message) {
        static Obstacles of(BookingRefused refused) {
            return new Obstacles(
                    "refused",
                    refused.jobs().stream().map(JobId::value).toList(),
                    refused.others(),
                    refused.reservations(),
                    refused.fromSec().isPresent() ? refused.fromSec().getAsLong() : null,
                    refused.message());
        }
    }

    private static String words(ReservationTarget target) {
        return switch (target) {
            case ReservationTarget.All it -> "all";
            case ReservationTarget.Where where -> where.criteria();
            case ReservationTarget.Parts it ->
                FirstItems.of(it.parts().stream().map(ReservationText::words).toList());
            case ReservationTarget.Fitting fitting -> words(fitting.jobspec().resources());
        };
    }

    /** A part: its path, with its amount if that is not 1. */
    private static String words(HeldPart part) {
        return (part.amount() == 1 ? "" : part.amount() + " of ") + part.path();
    }

    /** Describes resources, in a recursion as deep as a jobspec, which has a limit. */
    private static String words(List<Resource> resources) {
        return resources.stream()
                .map(resource -> resource.count().min() + " " + resource.type().name()
                        + (resource.with().isEmpty() ? "" : " { " + words(resource.with()) + " }"))
                .collect(Collectors.joining(", "));
    }

    private static String words(Recurrence recurrence) {
        String every = switch (recurrence.every()) {
            case ONCE -> "";
            case DAY -> "every day (" + recurrence.zone() + ")";
            case WEEK -> "every week (" + recurrence.zone() + ")";
            case SECONDS -> "every " + recurrence.everySec() + " s";
        };
        String count = recurrence.count() == 0 ? "" : ", " + recurrence.count() + " times";
        String until = recurrence.untilSec() == 0 ? "" : ", until " + JobView.time(recurrence.untilSec());
        return every + count + until;
    }

    private static String more(int times) {
        if (times < 1) {
            return "";
        }
        return times == 1 ? ", with one more period booked" : ", and " + times + " more periods booked";
    }

    static String made(ReservationView made) {
        View view = View.of(made);
        return "reservation %s: %s, %s to %s".formatted(view.name(), view.resources(), view.start(), view.end())
                + (view.every().isEmpty() ? "" : ", " + view.every())
                + more(view.times().size() - 1)
                + made.reservation()
                        .shortened()
                        .map(window -> "\nthe period of " + JobView.time(window.startSec())
                                + " ends when the next one begins, at " + JobView.time(window.endSec())
                                + ": clocks go forward")
                        .orElse("")
                + made.reservation()
                        .gap()
                        .map(window -> "\nfrom " + JobView.time(window.startSec()) + " to "
                                + JobView.time(window.endSec()) + " the resources are not reserved: clocks go back")
                        .orElse("");
    }

    static String cancelled(List<View> all) {
        return all.stream()
                .map(view -> "reservation " + view.name() + " cancelled")
                .collect(Collectors.joining("\n"));
    }

    static String shown(View view) {
        StringBuilder text = new StringBuilder(
                "%s: %s, reserved for %s, owner %s".formatted(view.name(), view.resources(), view.who(), view.owner()));
        text.append(view.every().isEmpty() ? "" : ", " + view.every());
        Table table =
                new Table().right("job").left("state").left("start").left("end").left("jobs");
        for (Time time : view.times()) {
            String jobs = time.jobs().stream().map(String::valueOf).collect(Collectors.joining(" "));
            table.row(time.job(), time.state(), JobView.time(time.startSec()), time.end(), jobs);
        }
        text.append('\n').append(table);
        return view.problem().isEmpty()
                ? text.toString()
                : text.append("\none period was ").append(view.problem()).toString();
    }
}
