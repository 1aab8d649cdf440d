package io.banyan.rpc.wire.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.Subgraph;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.Elasticity;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.config.UserBookings;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.JournalCause;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.decision.QueueDecision;
import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.ChildRecord;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.UseRule;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.jobspec.OnLost;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.provider.Handle;
import io.banyan.queue.DecayedUsage;
import io.banyan.queue.FairShare;
import io.banyan.queue.Preemption;
import io.banyan.queue.QueueLimits;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.QueueText;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.resource.MatchSubsystems;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.rpc.wire.Subgraphs;
import io.banyan.rpc.wire.WireException;
import io.banyan.rset.IdSet;
import io.banyan.schedule.BookingKind;
import io.banyan.v1.JournalEvent;
import io.banyan.v1.JournalRecord;
import io.banyan.v1.SubmitRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JournalBytesTest {
    private static final JobUsage USAGE = new JobUsage(
            JobUsage.Source.CGROUP, 12_000_000, 1, OptionalLong.of(1L << 40), OptionalLong.empty(), OptionalLong.of(0));

    private static final JobId JOB = new JobId(7);
    private static final TimeWindow WINDOW = new TimeWindow(100, 3_700);
    private static final List<String> PATHS = List.of("/cluster0/node1", "/cluster0/node2/core3");

    /** One of each kind, and the empty forms of what may be missing. */
    private static List<Decision> everyKind() throws JobspecException {
        return Stream.of(ofJobs(), ofReservationsAndPreemption(), others(), edits())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Decision> ofReservationsAndPreemption() throws JobspecException {
        return List.of(
                new JobDecision.JobStopping(JOB, JobState.PENDING, "it makes room", OptionalLong.of(1_795_000_000L)),
                new ReservationDecision.Made(reservation(new ReservationTarget.All(), Recurrence.ONCE)),
                new ReservationDecision.Made(reservation(
                        new ReservationTarget.Where("names=node[0-3]"),
                        new Recurrence(Recurrence.Every.DAY, 0, "Europe/Berlin", 1_900_000_000L, 5))),
                new ReservationDecision.Made(reservation(
                        new ReservationTarget.Fitting(jobspec()),
                        new Recurrence(Recurrence.Every.SECONDS, 4_000, "", 0, 0))),
                new ReservationDecision.Booked(
                        "tidy",
                        3,
                        Optional.of(granted(
                                "tidy",
                                BookingKind.RESERVATION,
                                Optional.empty(),
                                Optional.empty(),
                                new IfLost.Keep())),
                        ""),
                new ReservationDecision.Booked(
                        "tidy", 4, Optional.empty(), "job 3 would hold some of the resources then"),
                new ReservationDecision.Ended("tidy", "cancelled"),
                new ReservationDecision.Admitted(
                        new JobId(3),
                        granted("", BookingKind.ALLOCATION, Optional.empty(), Optional.empty(), new IfLost.Shrink())));
    }

    private static List<Decision> ofJobs() throws JobspecException {
        return List.of(
                granted("a job", BookingKind.ALLOCATION, Optional.of("batch"), Optional.of("/7"), new IfLost.Keep()),
                malleableInstance(),
                granted("", BookingKind.RESERVATION, Optional.empty(), Optional.empty(), new IfLost.Shrink()),
                granted("", BookingKind.ALLOCATION, Optional.empty(), Optional.empty(), new IfLost.Requeue(jobspec())),
                submitted("a job", new IfLost.Keep()),
                submitted("", new IfLost.Shrink()),
                submitted("", new IfLost.Requeue(jobspec())),
                new JobDecision.JobUrged(JOB, 31),
                new JobDecision.JobUnplanned(JOB),
                new JobDecision.JobEligible(JOB),
                new JobDecision.JobRequeued(JOB),
                new JobDecision.JobLimited(JOB, 3_600),
                new JobDecision.JobLimited(JOB, 3_600, true),
                new RescaleDecision.Proposed(
                        JOB, 3, 4, 2, List.of(new HeldPart("/cluster0/node0/core1", 1, true, Map.of()))),
                new RescaleDecision.Proposed(JOB, 4, 2, 4, List.of()),
                new RescaleDecision.Settled(JOB, 3, RescaleOutcome.DECLINED, "nearly done"),
                new JobDecision.JobStarted(JOB),
                new QueueDecision.QueueChanged("debug", false, true, "use batch"),
                ranked(),
                new JobDecision.JobStopping(JOB, JobState.CANCELLED, "somebody wanted it"),
                new JobDecision.JobStopping(JOB, JobState.COMPLETED, "", OptionalLong.empty(), Optional.of(USAGE)),
                new JobDecision.JobEnded(JOB, JobState.EXPIRED, "", 3_700),
                new JobDecision.JobEnded(JOB, JobState.COMPLETED, "", 3_700, Optional.of(USAGE)),
                new JobDecision.JobHurt(JOB, PATHS),
                new JobDecision.PartlyCancelled(JOB, PATHS, List.of(1L, 5L), false, List.of("/cluster0")),
                new JobDecision.PartlyCancelled(JOB, PATHS, List.of(), true, List.of()));
    }

    private static List<Decision> others() throws JobspecException {
        Subgraph subgraph = Subgraphs.cluster(2, 2);
        Grant grant = new Grant("id", subgraph, new GrantSource("/", Optional.of("ec2")));
        Grant local = new Grant("other", subgraph, new GrantSource("/3", Optional.empty()));
        List<Handle> handles = List.of(new Handle("", "i-0"), new Handle("/cluster0/node1", "i-1"));
        var release = new ReturnDecision.Release(JOB, PATHS);
        var provided = new ReturnDecision.ProviderRelease("ec2", "id", handles);
        var unreleased = new Unreleased("/3", "ec2", "g", List.of("i-1"), "the API is down");
        return List.of(
                new LevelDecision.Joined("/3/1", subgraph, WINDOW),
                new GrowDecision.Grown(grant, Optional.of(JOB), jobspec(), GrowRoute.PROVIDER, handles),
                new GrowDecision.Grown(grant, Optional.empty(), jobspec(), GrowRoute.PARENT, List.of()),
                new GrowDecision.Grown(local, Optional.of(JOB), jobspec(), GrowRoute.LOCAL, List.of()),
                new GrowDecision.Grown(grant, Optional.of(JOB), jobspec(), GrowRoute.PARENT, List.of(), PATHS),
                new GrowDecision.ProvisionAsked("ec2", "id"),
                new GrowDecision.ProvisionRefused("id"),
                new ReturnDecision.ShrinkBegun("ada", new Request.Shrink("s", new ShrinkTarget.ByPaths(PATHS))),
                new ReturnDecision.ShrinkBegun(
                        Principal.OWNER_NAME,
                        new Request.Shrink("s", new ShrinkTarget.ByJob(JOB), UseRule.AWAIT, 1_000, false)),
                new ReturnDecision.GaveBack(
                        "r",
                        Optional.of(JOB),
                        List.of(new Parcel("id", PATHS)),
                        List.of(release),
                        List.of(new Parcel(Parcel.SPAWN, List.of())),
                        List.of(new Parcel("id", PATHS)),
                        List.of(provided)),
                new ReturnDecision.GaveBack(
                        "r2", Optional.empty(), List.of(), List.of(), List.of(), List.of(), List.of()),
                new ReturnDecision.Freed("r", Optional.of("id"), List.of(unreleased)),
                new ReturnDecision.Freed("r", Optional.empty(), List.of()),
                new LevelDecision.ChildChanged(
                        JOB, new ChildRecord("/7", "127.0.0.1:9", ChildState.LOST, "no word of it")),
                new LevelDecision.Leaving("its job reached its time limit"),
                new LevelDecision.Prolonged(1_795_000_000),
                new ReturnDecision.Retained("s", List.of(release), List.of(new Parcel("id", PATHS))),
                new RevokeDecision.RevokeAsked(
                        "v", JOB, RevokeTarget.ByCounts.of(Map.of("node", 2L)), UseRule.AWAIT, 1_000, true),
                new RevokeDecision.RevokeAsked("v!0", JOB, new RevokeTarget.ByPaths(PATHS), UseRule.SPARE, 0, false),
                new RevokeDecision.RevokeSettled("v", "in use by job 3", true),
                new RevokeDecision.ClearingBegun("v", true, new RevokeTarget.ByPaths(PATHS), UseRule.CANCEL, 5),
                new RevokeDecision.ClearingChose("v", PATHS, List.of("/cluster0/node1")),
                new RevokeDecision.ClearingEnded("v", "", List.of(unreleased)));
    }

    private static List<Decision> edits() {
        Subgraph subgraph = Subgraphs.cluster(2, 2);
        var release = new ReturnDecision.Release(JOB, PATHS);
        return List.of(
                new EditDecision.StatusChanged("/cluster0/node1", Status.DOWN),
                new EditDecision.StatusChanged(
                        "/cluster0/node1",
                        Status.DRAINED,
                        Optional.of(new StatusNote("alice", 1_800_000_000, "its disk"))),
                new EditDecision.StatusHeard(Optional.of(JOB), "/cluster0/node1", Status.LOST),
                new EditDecision.StatusHeard(Optional.empty(), "/cluster0/node1", Status.DRAINED),
                new EditDecision.Attached(subgraph),
                new EditDecision.Removed(PATHS, List.of(release)),
                new EditDecision.PropertyChanged("/cluster0/node1", "key", Optional.of("")),
                new EditDecision.PropertyChanged("/cluster0/node1", "key", Optional.empty()));
    }

    private static Decision ranked() {
        return new QueueDecision.Ranked(new TreeMap<>(
                Map.of(new DecayedUsage.Payer("physics", "ada"), 1.5e9, new DecayedUsage.Payer("", "bob"), 0.1)));
    }

    private static JobDecision.JobSubmitted submitted(String name, IfLost ifLost) throws JobspecException {
        return new JobDecision.JobSubmitted(
                JOB,
                name,
                "alice",
                jobspec(),
                new Submission(
                        1_795_000_000_123L,
                        16,
                        Optional.of(new ArrayPlace(JOB, 7, 3, 2)),
                        "physics",
                        Optional.of("alice")),
                ifLost);
    }

    private static Reservation reservation(ReservationTarget target, Recurrence recurrence) {
        return new Reservation(
                "tidy", "ann", target, 1_795_000_000L, 3_600, recurrence, new TreeSet<>(List.of("ann", "ben")));
    }

    private static ReservationTarget parts() {
        return new ReservationTarget.Parts(List.of(
                new HeldPart("/cluster0/node1", 1, true, Map.of()),
                new HeldPart("/cluster0/node2/memory0", 5_000_000_000L, false, Map.of())));
    }

    private static JobDecision.JobGranted granted(
            String name, BookingKind kind, Optional<String> queue, Optional<String> childPath, IfLost ifLost) {
        List<HeldPart> held = List.of(
                new HeldPart("/cluster0/node1", 1, true, Map.of()),
                new HeldPart("/cluster0/node2", 0, false, Map.of(new ResourceType("power"), 350L)),
                new HeldPart("/cluster0/memory0", 5_000_000_000L, false, Map.of()));
        return new JobDecision.JobGranted(
                JOB, name, Principal.OWNER_NAME, kind, WINDOW, queue, held, childPath, ifLost);
    }

    private static JobDecision.JobGranted malleableInstance() throws JobspecException {
        return new JobDecision.JobGranted(
                JOB,
                "pilot",
                Principal.OWNER_NAME,
                BookingKind.ALLOCATION,
                WINDOW,
                Optional.empty(),
                List.of(new HeldPart("/cluster0/node1", 1, true, Map.of())),
                Optional.of("/7"),
                new IfLost.Keep(),
                Optional.of(jobspec()),
                5_000);
    }

    private static Jobspec jobspec() throws JobspecException {
        return JobspecReader.read("""
                {"version": 9999, "resources": [{"type": "slot", "count": 1, "label": "default",
                  "with": [{"type": "node", "count": 1}]}],
                 "attributes": {"system": {"duration": 60}},
                 "tasks": [{"command": ["app"], "slot": "default", "count": {"per_slot": 1}}]}
                """, "test");
    }

    @Test
    void everyDecisionIsReadAsItWasWritten() throws Exception {
        var transaction = new Transaction(1_234_567_890_123L, everyKind());
        assertThat(JournalBytes.read(JournalBytes.write(transaction))).isEqualTo(transaction);
    }

    /** An environment of several kilobytes is in the jobspec of each. */
    @Test
    void theJobspecOfTheJobsOfAnArrayIsWrittenOnce() throws Exception {
        Jobspec jobspec = jobspec();
        Jobspec large = new Jobspec(
                1,
                jobspec.resources(),
                jobspec.tasks(),
                jobspec.attributes().withVariables(Map.of("A", "a".repeat(10_000))));
        List<Decision> decisions = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Jobspec either = i == 50 ? jobspec : large;
            decisions.add(new JobDecision.JobSubmitted(
                    new JobId(i + 1), "a", "alice", either, new Submission(5, 16), new IfLost.Requeue(either)));
        }
        var transaction = new Transaction(5, decisions);
        byte[] bytes = JournalBytes.write(transaction);
        assertThat(bytes).hasSizeLessThan(40_000);
        assertThat(JournalBytes.read(bytes)).isEqualTo(transaction);
    }

    @Test
    void whyARecordIsThereIsReadAsItWasWritten() throws Exception {
        for (JournalCause cause : causes()) {
            var transaction = new Transaction(5, everyKind(), Optional.of(cause));
            assertThat(JournalBytes.read(JournalBytes.write(transaction))).isEqualTo(transaction);
        }
    }

    /**
     * An earlier version took a name with a format character: the decisions count, and of the request is only known
     * that there was one.
     */
    @Test
    void aRequestThatIsRefusedNowDoesNotMakeItsRecordUnreadable() throws Exception {
        List<Decision> decisions = everyKind();
        JournalRecord record = JournalRecord.parseFrom(JournalBytes.write(new Transaction(5, decisions))).toBuilder()
                .setEvent(JournalEvent.newBuilder()
                        .setSubmit(SubmitRequest.newBuilder()
                                .setJobspec(JobspecWriter.json(jobspec()))
                                .setName("a\u202eb")))
                .build();
        assertThat(JournalBytes.read(record.toByteArray()))
                .isEqualTo(new Transaction(5, decisions, Optional.of(new JournalCause.Untold("SUBMIT"))));
    }

    @Test
    void thatATimeHasComeIsKeptWhereItLedToNothing() throws Exception {
        var transaction =
                new Transaction(5, List.of(), Optional.of(new JournalCause.Happened(new Event.TimeReached(), JOB)));
        assertThat(JournalBytes.read(JournalBytes.write(transaction))).isEqualTo(transaction);
    }

    private static List<JournalCause> causes() throws Exception {
        var user = new Principal("ann", Role.USER, Optional.of("annie"));
        List<Request> requests = List.of(
                new JobRequest.Submit(jobspec(), "array", 3, IdSet.parse("1-5")),
                new JobRequest.Urge(JOB, 31),
                new JobRequest.Requeue(JOB),
                new JobRequest.Limit(JOB, 7),
                new JobRequest.Cancel(JOB, true),
                new JobRequest.Match(jobspec(), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "m"),
                new Request.Grow("g", Optional.of(JOB), jobspec(), 5),
                new Request.SetStatus(new VertexTarget.ByPath("/cluster0"), Status.DOWN),
                new JobRequest.SetQueue("short", Optional.of(false), Optional.empty(), "why"),
                new RescaleRequest.Propose(JOB, 4),
                new RescaleRequest.Reply(JOB, 2, false, "nearly done"),
                new ReservationRequest.Cancel("weekly", true),
                new ReservationRequest.Book(List.of(reservation(parts(), Recurrence.ONCE))),
                new Request.SetProperty("/cluster0", "key", Optional.of("value")),
                new Request.Remove(new VertexTarget.ByPath("/cluster0/node1"), true));
        List<JournalCause> causes = new ArrayList<>();
        for (Request request : requests) {
            causes.add(new JournalCause.Happened(new Event.ClientAsked("again", user, request), JOB));
        }
        causes.add(new JournalCause.Happened(new Event.ClientAsked("again", requests.getFirst()), JOB));
        causes.add(new JournalCause.Happened(new Event.JobFinished(JOB, true, "exit 3", true), JOB));
        causes.add(
                new JournalCause.Happened(new Event.JobFinished(JOB, false, "", true).using(Optional.of(USAGE)), JOB));
        causes.add(new JournalCause.Happened(new Event.TimeReached(), JOB));
        causes.add(new JournalCause.Happened(new Event.Restarted(), JOB));
        causes.add(new JournalCause.Happened(new Event.RescaleAnswered(JOB, 3, true, ""), JOB));
        causes.add(new JournalCause.Happened(new Event.StopAsked(), JOB));
        causes.add(new JournalCause.Happened(new Event.ClientAsked("again", user, new Request.Stop()), JOB));
        causes.add(new JournalCause.Happened(new Event.ClientAsked("again", user, new Request.Suspend()), JOB));
        causes.add(new JournalCause.Untold("ChildSaid"));
        causes.add(new JournalCause.Shortened(Map.of("/cluster0/node1", 0L, "/cluster0/node2", Long.MAX_VALUE)));
        causes.add(new JournalCause.Begun(InstanceConfig.root("top")
                .queueing(new Queues(
                        QueuePolicy.parse("hybrid:reservation-depth=8:queue-depth=1000"),
                        List.of(
                                QueueText.queue("short,policy=fcfs,priority=3,max-time=600s,user.jobs=2"),
                                QueueText.queue(
                                        "gpu,node-exclusive=true,match-policy=low,requires={\"properties\": [\"gpu\"]}")),
                        new QueueLimits(
                                List.of(QueueLimits.parse("user:ann.core=64"), QueueLimits.parse("total.node=9"))),
                        QueueText.priority(
                                "age=1.5,fairshare=1000,half-life=1d",
                                List.of(new FairShare.Account("bio", 3, new TreeMap<>(Map.of("ann", 2L))))),
                        Preemption.parse("urgency=20,mode=cancel,victims=willing")))
                .rescaling(Elasticity.of("benefit-no-stop", new ResourceType("node"), 30, 5_000))
                .reserving(new UserBookings(500, 86_400))
                .onLost(OnLost.SHRINK)
                .walking(TraverserKind.FLEXIBLE, MatchSubsystems.parse("containment+power"))
                .durably(true)));
        return causes;
    }

    /**
     * The limits among what a process tells at its beginning are these; with another one they have to be written as
     * well.
     */
    @Test
    void allThatAnInstanceIsToldIsKnownHere() {
        assertThat(InstanceLimits.class.getRecordComponents()).hasSize(10);
        assertThat(Arrays.stream(InstanceConfig.class.getRecordComponents()).map(it -> it.getName()))
                .containsExactly(
                        "name",
                        "address",
                        "parentJob",
                        "grow",
                        "match",
                        "revoke",
                        "limits",
                        "durable",
                        "onLost",
                        "queues",
                        "elasticity",
                        "booking");
    }

    @Test
    void inAnEarlierJournalUsersMayNotBook() throws Exception {
        var begun = new JournalCause.Begun(
                InstanceConfig.root("top").durably(true).reserving(new UserBookings(500, 86_400)));
        JournalRecord.Builder record =
                JournalRecord.parseFrom(JournalBytes.write(new Transaction(5, List.of(), Optional.of(begun))))
                        .toBuilder();
        record.getBegunBuilder().clearUserCoreHours().clearMaxAheadSec();
        var cause = (JournalCause.Begun)
                JournalBytes.read(record.build().toByteArray()).cause().orElseThrow();
        assertThat(cause.config().booking()).isEqualTo(UserBookings.NONE);
    }

    @Test
    void noKindOfDecisionIsForgottenHere() throws Exception {
        Set<String> written =
                everyKind().stream().map(it -> it.getClass().getSimpleName()).collect(Collectors.toSet());
        assertThat(written)
                .isEqualTo(Arrays.stream(Decision.class.getPermittedSubclasses())
                        .flatMap(group -> Arrays.stream(group.getPermittedSubclasses()))
                        .map(Class::getSimpleName)
                        .collect(Collectors.toSet()));
    }

    @Test
    void aWholeNodeTakesFewBytes() {
        var granted = new JobDecision.JobGranted(
                JOB,
                "",
                Principal.OWNER_NAME,
                BookingKind.ALLOCATION,
                WINDOW,
                Optional.empty(),
                List.of(new HeldPart("/cluster0/node9999", 1, true, Map.of())),
                Optional.empty(),
                new IfLost.Keep());
        assertThat(JournalBytes.write(new Transaction(1_234_567_890_123L, List.of(granted))))
                .hasSizeLessThan(64);
    }

    @Test
    void bytesThatAreNoRecordAreRefused() {
        assertThatThrownBy(() -> JournalBytes.read(new byte[] {(byte) 0xff, 1, 2}))
                .isInstanceOf(WireException.class)
                .hasMessage("The data is not a record of a journal.");
        assertThatThrownBy(() -> JournalBytes.read(new byte[0])).isInstanceOf(WireException.class);
    }
}
