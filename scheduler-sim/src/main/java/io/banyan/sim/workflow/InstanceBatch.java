package io.banyan.sim.workflow;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.BookingRefused;
import io.banyan.instance.message.client.BusyParts;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.batch.BatchBooking;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.machine.JobReports;
import io.banyan.workflow.batch.machine.JobspecOfTask;
import io.banyan.workflow.batch.machine.LookedMachine;
import io.banyan.workflow.profile.SlotProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An instance in virtual time as the batch scheduler of workflows. A call takes no virtual time. */
final class InstanceBatch implements Batch {
    private static final long SECONDS_AHEAD = Duration.ofDays(365).toSeconds();

    private final StreamInstance stream;
    private final Principal user;
    private final Manner manner;
    private final Map<String, JobId> jobs = new HashMap<>();
    /** The machine as it was at the last look; reservations name resources by the numbers of that look. */
    private @Nullable LookedMachine machine;

    /**
     * The way to look and to book. Only tests of the promises use another one than {@link #GENTLE}.
     *
     * @param seen whether a look at a time, in seconds, counts some resources as busy
     * @param booking the requests that book reservations
     */
    record Manner(
            BiPredicate<BusyParts, Long> seen,
            Function<List<Reservation>, List<? extends ReservationRequest>> booking) {
        /** Looks at everything, and books gently. */
        static final Manner GENTLE =
                new Manner((parts, nowSec) -> true, reservations -> List.of(new ReservationRequest.Book(reservations)));
    }

    /**
     * Makes the port to an instance.
     *
     * @param user the owner of the jobs and of the reservations, an administrator
     */
    InstanceBatch(StreamInstance stream, Principal user, Manner manner) {
        this.stream = stream;
        this.user = user;
        this.manner = manner;
    }

    @Override
    public BatchLook look(long startSec, int slotSeconds, Set<String> types) throws BatchException {
        var request = new JobRead.Horizon(startSec, startSec + SECONDS_AHEAD);
        if (!(stream.ask(user, request) instanceof JobAnswer.Horizon horizon)) {
            throw BatchException.refused("the times at which resources are busy are too many to read");
        }
        LookedMachine looked = LookedMachine.of(stream.instance().graph().orElseThrow(), startSec, types);
        horizon.busy().stream()
                .filter(parts -> manner.seen.test(parts, stream.nowSec()))
                .forEach(looked::busy);
        SlotProfile profile = looked.profile(horizon.version(), slotSeconds);
        if (profile.nodes().isEmpty()) {
            throw BatchException.refused("no node has resources that the workflow needs");
        }
        machine = looked;
        return new BatchLook(profile, List.of());
    }

    @Override
    public BatchBooking book(List<BatchReservation> reservations) throws BatchException {
        if (machine == null) {
            throw new IllegalStateException("a booking needs a look before");
        }
        Set<String> known = reservations("");
        List<Reservation> missing = new ArrayList<>();
        for (BatchReservation one : reservations) {
            if (!known.contains(one.name())) {
                missing.add(reservation(machine, one));
            }
        }
        if (missing.isEmpty()) {
            return new BatchBooking.Booked();
        }
        for (ReservationRequest request : manner.booking.apply(missing)) {
            switch (stream.ask(user, request)) {
                case Answer.Reservations booked -> {
                    // The next one.
                }
                case BookingRefused refused -> {
                    return new BatchBooking.Conflict(
                            refused.message(),
                            refused.jobs().stream().map(JobId::toString).toList(),
                            refused.fromSec());
                }
                case Answer other -> throw BatchException.refused("reservations cannot be booked: " + other);
            }
        }
        return new BatchBooking.Booked();
    }

    private Reservation reservation(LookedMachine looked, BatchReservation one) throws BatchException {
        return new Reservation(
                one.name(),
                user.name(),
                new ReservationTarget.Parts(looked.parts(one)),
                one.startSec(),
                one.endSec() - one.startSec(),
                Recurrence.ONCE,
                new TreeSet<>(Set.of(user.name())));
    }

    @Override
    public void release(String reservation) {
        if (reservations("").contains(reservation)) {
            var unused = stream.ask(user, new ReservationRequest.Cancel(reservation, true));
        }
    }

    @Override
    public Set<String> reservations(String prefix) {
        if (!(stream.ask(user, new ReservationRequest.All()) instanceof Answer.Reservations all)) {
            throw new IllegalStateException("an instance always lists its reservations");
        }
        return all.reservations().stream()
                .map(ReservationView::reservation)
                .map(Reservation::name)
                .filter(name -> name.startsWith(prefix))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public String submit(BatchJob job) throws BatchException {
        return submit(job.name(), JobspecOfTask.of(job));
    }

    /** Submits a job with a jobspec of its own, and returns its number. */
    String submit(String name, Jobspec jobspec) throws BatchException {
        Answer answer = stream.ask(user, new JobRequest.Submit(jobspec, name, Submission.USUAL_URGENCY));
        if (answer instanceof JobAnswer.Submitted submitted) {
            jobs.put(name, submitted.job().id());
            return submitted.job().id().toString();
        }
        throw BatchException.refused(
                switch (answer) {
                    case Answer.Refused refused ->
                        refused.reasons().stream().map(Object::toString).collect(Collectors.joining("; "));
                    case Answer.Failed failed -> failed.message();
                    case Answer other -> String.valueOf(other);
                });
    }

    @Override
    public Optional<String> find(String jobName) {
        return Optional.ofNullable(jobs.get(jobName)).map(JobId::toString);
    }

    @Override
    public Map<String, BatchJobReport> reports(Collection<String> numbers) {
        Map<String, BatchJobReport> reports = new HashMap<>();
        for (String number : numbers) {
            Optional<JobRecord> record = stream.instance().inspect().job(new JobId(Long.parseLong(number)));
            record.ifPresent(job -> reports.put(number, JobReports.of(job)));
        }
        return reports;
    }

    @Override
    public void cancel(String job) {
        var unused = stream.ask(user, new JobRequest.Cancel(new JobId(Long.parseLong(job)), false));
    }
}
