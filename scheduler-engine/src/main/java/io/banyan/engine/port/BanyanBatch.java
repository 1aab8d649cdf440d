package io.banyan.engine.port;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.BookingRefused;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.JobSelection;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.wire.Failure;
import io.banyan.rset.IdSet;
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
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A Banyan daemon as the batch scheduler of workflows, over its gRPC API. */
public final class BanyanBatch implements Batch {
    private static final long SECONDS_AHEAD = Duration.ofDays(365).toSeconds();
    private static final String GRAPH = "the daemon's graph";

    private static final Set<Failure> REFUSALS = EnumSet.of(
            Failure.INVALID,
            Failure.BAD_JOBSPEC,
            Failure.NOT_FOUND,
            Failure.EXISTS,
            Failure.NOT_NOW,
            Failure.TOO_LARGE);

    private final BanyanClient client;
    /** The machine as it was at the last look; reservations name resources by the numbers of that look. */
    private @Nullable LookedMachine machine;

    private @Nullable String user;

    /** Makes a batch scheduler of a connection, which the caller closes. */
    public BanyanBatch(BanyanClient client) {
        this.client = client;
    }

    @FunctionalInterface
    private interface Call<A> {
        A make() throws ClientException;
    }

    private static <A> A answered(Call<A> call) throws BatchException {
        try {
            return call.make();
        } catch (IllegalArgumentException e) {
            throw BatchException.refused(String.valueOf(e.getMessage()));
        } catch (ClientException e) {
            String sentence = String.valueOf(e.getMessage());
            if (e.failure() == Failure.FORBIDDEN && !e.mayHaveBeenDone()) {
                throw BatchException.forbidden(sentence);
            }
            throw REFUSALS.contains(e.failure()) && !e.mayHaveBeenDone()
                    ? BatchException.refused(sentence)
                    : BatchException.noAnswer(sentence);
        }
    }

    @Override
    public BatchLook look(long startSec, int slotSeconds, Set<String> types) throws BatchException {
        Answer.Found found = answered(() -> client.find(new Request.Find("status=up", MatchFormat.JGF)));
        JobAnswer.Horizon horizon =
                answered(() -> client.queueing().horizon(new JobRead.Horizon(startSec, startSec + SECONDS_AHEAD)));
        LookedMachine looked = LookedMachine.of(graph(found), startSec, types);
        horizon.busy().forEach(looked::busy);
        SlotProfile profile = looked.profile(horizon.version(), slotSeconds);
        if (profile.nodes().isEmpty()) {
            throw BatchException.refused("no node can be planned: each is down, has a job without a time limit, or "
                    + "lacks the resources that the workflow needs");
        }
        machine = looked;
        return new BatchLook(profile, List.of());
    }

    private static ResourceGraph graph(Answer.Found found) throws BatchException {
        if (found.count() == 0) {
            throw BatchException.refused("no node is up");
        }
        byte[] jgf = found.resources().getBytes(StandardCharsets.UTF_8);
        try {
            return ResourceGraph.of(JgfReader.read(new ByteArrayInputStream(jgf), GRAPH));
        } catch (GraphException | IOException e) {
            throw BatchException.refused(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public BatchBooking book(List<BatchReservation> reservations) throws BatchException {
        Set<String> known = names();
        if (machine == null) {
            lookAgain(reservations);
        }
        List<Reservation> missing = new ArrayList<>();
        for (BatchReservation one : reservations) {
            if (!known.contains(one.name())) {
                missing.add(checked(one));
            }
        }
        if (missing.isEmpty()) {
            return new BatchBooking.Booked();
        }
        Answer answer = answered(() -> client.reserving().book(new ReservationRequest.Book(missing)));
        return switch (answer) {
            case Answer.Reservations booked -> new BatchBooking.Booked();
            case BookingRefused refused ->
                new BatchBooking.Conflict(
                        refused.message(),
                        refused.jobs().stream().map(JobId::toString).toList(),
                        refused.fromSec());
            case Answer.Refused refused ->
                throw BatchException.refused("the resources of the plan cannot be reserved: "
                        + refused.reasons().stream().map(Object::toString).collect(Collectors.joining("; ")));
            case Answer other -> throw new IllegalStateException("no answer to a booking: " + other);
        };
    }

    /** Looks at the machine for reservations that an earlier process planned. The daemon refuses what is not free. */
    private void lookAgain(List<BatchReservation> reservations) throws BatchException {
        long startSec = reservations.stream()
                .mapToLong(BatchReservation::startSec)
                .min()
                .orElseThrow();
        Set<String> types = reservations.stream()
                .flatMap(one -> one.shares().stream())
                .flatMap(share -> share.numbers().keySet().stream())
                .collect(Collectors.toSet());
        var unused = look(startSec, SlotProfile.DEFAULT_SLOT_SECONDS, types);
    }

    private Reservation checked(BatchReservation one) throws BatchException {
        try {
            return reservation(one);
        } catch (IllegalArgumentException e) {
            throw BatchException.refused(String.valueOf(e.getMessage()));
        }
    }

    private Reservation reservation(BatchReservation one) throws BatchException {
        LookedMachine looked = Objects.requireNonNull(machine);
        String owner = user();
        TreeSet<String> users = new TreeSet<>(Set.of(owner));
        ReservationTarget target = new ReservationTarget.Parts(looked.parts(one));
        return new Reservation(
                one.name(), owner, target, one.startSec(), one.endSec() - one.startSec(), Recurrence.ONCE, users);
    }

    private String user() throws BatchException {
        String name = user;
        if (name == null) {
            name = answered(() -> client.overview(new JobRead.Overview(0))).asker();
            user = name;
        }
        return name;
    }

    @Override
    public void release(String reservation) throws BatchException {
        if (names().contains(reservation)) {
            answered(() -> client.reserving().cancel(new ReservationRequest.Cancel(reservation, true)));
        }
    }

    private Set<String> names() throws BatchException {
        return answered(() -> client.reserving().list()).stream()
                .map(ReservationView::reservation)
                .map(Reservation::name)
                .collect(Collectors.toSet());
    }

    @Override
    public Set<String> reservations(String prefix) throws BatchException {
        return names().stream().filter(name -> name.startsWith(prefix)).collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public String submit(BatchJob job) throws BatchException {
        Jobspec jobspec = JobspecOfTask.of(job);
        return switch (answered(
                () -> client.queueing().submit(new JobRequest.Submit(jobspec, job.name(), Submission.USUAL_URGENCY)))) {
            case RequestOutcome.Done<JobAnswer.Submitted>(JobAnswer.Submitted submitted) ->
                submitted.job().id().toString();
            case RequestOutcome.Refused<JobAnswer.Submitted>(Answer.Refused refused) ->
                throw BatchException.refused(
                        refused.reasons().stream().map(Object::toString).collect(Collectors.joining("; ")));
        };
    }

    @Override
    public Optional<String> find(String jobName) throws BatchException {
        JobSelection selection =
                new JobSelection(IdSet.empty(), List.of(), Set.of(jobName), Set.of(user()), Set.of(), Set.of(), false);
        return jobs(selection).stream()
                .map(JobRecord::id)
                .max(Comparator.naturalOrder())
                .map(JobId::toString);
    }

    private List<JobRecord> jobs(JobSelection selection) throws BatchException {
        return answered(() -> client.jobs(new JobRead.Jobs(selection, true, true, JobRead.Reasons.NONE, 0, 0, 0)))
                .jobs();
    }

    @Override
    public Map<String, BatchJobReport> reports(Collection<String> jobs) throws BatchException {
        IdSet.Builder ids = IdSet.builder();
        jobs.stream().map(Long::parseLong).forEach(ids::add);
        JobSelection selection =
                new JobSelection(ids.build(), List.of(), Set.of(), Set.of(), Set.of(), Set.of(), false);
        Map<String, BatchJobReport> reports = new HashMap<>();
        List<JobRecord> found = jobs(selection);
        found.forEach(job -> reports.put(job.id().toString(), JobReports.of(job)));
        for (JobRecord job : past(found)) {
            reports.computeIfPresent(job.id().toString(), (id, report) -> JobReports.of(job));
        }
        return reports;
    }

    /** Returns the records of the history, which know the nodes of jobs that have ended, as far as it has them. */
    private List<JobRecord> past(List<JobRecord> found) throws BatchException {
        LongSummaryStatistics ends =
                found.stream().flatMapToLong(job -> job.endedSec().stream()).summaryStatistics();
        if (ends.getCount() == 0) {
            return List.of();
        }
        HistoryQuery query = new HistoryQuery(ends.getMin(), ends.getMax() + 1, Optional.of(user()), HistoryQuery.MOST);
        try {
            return answered(() -> client.history(query)).jobs();
        } catch (BatchException e) {
            if (e.isRefusal()) {
                return List.of();
            }
            throw e;
        }
    }

    @Override
    public void cancel(String job) throws BatchException {
        try {
            var unused = client.cancel(new JobRequest.Cancel(new JobId(Long.parseLong(job))));
        } catch (ClientException e) {
            BatchJobReport report = reports(List.of(job)).get(job);
            if (report != null && !report.isOver()) {
                throw BatchException.noAnswer(String.valueOf(e.getMessage()));
            }
        }
    }
}
