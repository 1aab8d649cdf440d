package io.banyan.rpc.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.UseRule;
import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Quote;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.history.PastJobs;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.ConnectionLimits;
import io.banyan.rpc.transport.EventLoops;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.client.AnswerReader;
import io.banyan.rpc.wire.client.EditAnswers;
import io.banyan.rpc.wire.client.EditRequests;
import io.banyan.rpc.wire.client.JobListMessages;
import io.banyan.rpc.wire.client.NodeMessages;
import io.banyan.rpc.wire.client.PastJobsMessages;
import io.banyan.rpc.wire.client.QuoteMessages;
import io.banyan.rpc.wire.client.RequestWriter;
import io.banyan.rpc.wire.client.RevokeMessages;
import io.banyan.v1.InstancesGrpc;
import io.banyan.v1.ProvidersGrpc;
import io.banyan.v1.SchedulerGrpc;
import io.banyan.v1.StatRequest;
import io.banyan.v1.StopRequest;
import io.banyan.v1.TreeRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A connection to one daemon. Every call blocks until the answer or the deadline is there. It may be used from several
 * threads. The connection is made at the first call; close it at the end.
 */
public final class BanyanClient implements AutoCloseable {
    /** How long a call may take where nothing else is said. */
    public static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(60);

    /** How much longer than the daemon this side waits for a grow, so that the daemon's own "too late" arrives. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    /** How much longer than the grace period this side waits for a child to give back: it may have to be ended. */
    private static final Duration FENCING = Duration.ofMinutes(2);

    private static final Duration LONGEST_WAIT = Duration.ofDays(7);

    private final Runnable end;
    private final DaemonAddresses places;
    private final BlockingCalls calls;

    private BanyanClient(Endpoint endpoint, DaemonAddresses places, Duration deadline, Runnable end) {
        this(
                places,
                new BlockingCalls(
                        places,
                        endpoint.options().withMaxInboundMessageSize(ConnectionLimits.MAX_REPLY_BYTES),
                        deadline,
                        endpoint.tls().isPresent(),
                        Optional.empty()),
                end);
    }

    private BanyanClient(DaemonAddresses places, BlockingCalls calls, Runnable end) {
        this.places = places;
        this.calls = calls;
        this.end = end;
    }

    /**
     * A client of another instance of the daemon's tree, of its own or one below it: the daemon passes the calls on. It
     * uses this one's connection, and ends with whichever of the two is closed first.
     */
    public BanyanClient of(InstancePath instance) {
        return new BanyanClient(
                places,
                new BlockingCalls(places, calls.options(), calls.deadline(), calls.encrypted(), Optional.of(instance)),
                end);
    }

    /** A client of the daemon at an address, with the token that opens it. */
    public static BanyanClient connect(Address address, Token token) {
        return connect(address, token, DEFAULT_DEADLINE);
    }

    /** Creates a client with another deadline for each call. */
    public static BanyanClient connect(Address address, Token token, Duration deadline) {
        return connect(List.of(address), token, deadline);
    }

    /**
     * Returns a client of the leader among several daemons of one instance, whichever daemon leads at the time of a
     * call. If the leader ends in the middle of a call, the call fails, because its result is unknown; the next call
     * goes to the new leader.
     */
    public static BanyanClient connect(List<Address> addresses, Token token, Duration deadline) {
        EventLoops own = EventLoops.forClient();
        Endpoint endpoint = Endpoint.plain(addresses, token);
        try {
            return new BanyanClient(endpoint, new DaemonAddresses(endpoint, own), deadline, own::close);
        } catch (IOException e) {
            throw new IllegalStateException("No file is read where nothing is encrypted", e);
        }
    }

    /**
     * A client of the daemon at an endpoint.
     *
     * @throws ClientException if a file for the encryption cannot be used
     */
    public static BanyanClient connect(Endpoint endpoint, Duration deadline) throws ClientException {
        EventLoops own = EventLoops.forClient();
        return connect(endpoint, deadline, own, own::close);
    }

    private static BanyanClient connect(Endpoint endpoint, Duration deadline, EventLoops loops, Runnable end)
            throws ClientException {
        try {
            return new BanyanClient(endpoint, new DaemonAddresses(endpoint, loops), deadline, end);
        } catch (IOException e) {
            end.run();
            throw new ClientException(Failure.UNREACHABLE, Failure.sentenceOf(e), e);
        }
    }

    /**
     * A client of the daemon whose state directory this is.
     *
     * @throws ClientException if no daemon has written its address or its token there, or they cannot be read
     */
    public static BanyanClient ofStateDirectory(Path directory) throws ClientException {
        return ofStateDirectory(directory, DEFAULT_DEADLINE);
    }

    /** Creates a client of the daemon of a state directory, with another deadline for each call. */
    public static BanyanClient ofStateDirectory(Path directory, Duration deadline) throws ClientException {
        return ofStateDirectory(directory, new StateDirectory(directory).token(), deadline);
    }

    /** Creates a client of the daemon of a state directory, with another token than the owner's. */
    public static BanyanClient ofStateDirectory(Path directory, Path token, Duration deadline) throws ClientException {
        return connect(endpoint(directory, token), deadline);
    }

    /**
     * Creates a client of the daemon of a state directory. It shares threads with other clients and does not end them.
     */
    public static BanyanClient ofStateDirectory(Path directory, Duration deadline, EventLoops shared)
            throws ClientException {
        Endpoint endpoint = endpoint(directory, new StateDirectory(directory).token());
        return connect(endpoint.withoutDirect(), deadline, shared, () -> {});
    }

    private static Endpoint endpoint(Path directory, Path token) throws ClientException {
        try {
            return Endpoint.of(new StateDirectory(directory), token);
        } catch (IOException e) {
            throw new ClientException(Failure.UNREACHABLE, Failure.sentenceOf(e), e);
        }
    }

    /** Finds resources for a jobspec. */
    public RequestOutcome<Answer.Matched> match(JobRequest.Match request) throws ClientException {
        return calls.ask(SchedulerGrpc.getMatchMethod(), RequestWriter.write(request), Outcomes::read);
    }

    /** Finds resources for one jobspec after the other, up to the first that finds none. */
    public JobAnswer.MultiMatched multiMatch(JobRequest.MultiMatch request) throws ClientException {
        return calls.ask(SchedulerGrpc.getMultiMatchMethod(), RequestWriter.write(request), AnswerReader::read);
    }

    /** Explains why a pending or reserved job waits, and whether its jobspec could start now. */
    public JobAnswer.Explained explain(JobRead.ExplainJob request) throws ClientException {
        return calls.ask(SchedulerGrpc.getExplainMethod(), RequestWriter.write(request), AnswerReader::read);
    }

    /** Why a jobspec could start now, or why not. */
    public JobAnswer.Explained explain(JobRead.Explain request) throws ClientException {
        return calls.ask(SchedulerGrpc.getExplainMethod(), RequestWriter.write(request), AnswerReader::read);
    }

    /** The estimates of the instance's providers, in the order in which they are asked. */
    public List<Quote> estimate(Jobspec jobspec) throws ClientException {
        return calls.ask(ProvidersGrpc.getEstimateMethod(), QuoteMessages.write(jobspec), QuoteMessages::read);
    }

    /** Finds more resources: in the daemon's graph, else above, else by its provider. */
    public RequestOutcome<Growth> grow(Request.Grow request) throws ClientException {
        BlockingCalls patient = request.timeoutMillis() == 0
                ? calls
                : calls.within(Duration.ofMillis(request.timeoutMillis()).plus(MARGIN));
        return patient.ask(SchedulerGrpc.getGrowMethod(), RequestWriter.write(request), Outcomes::read);
    }

    /** Returns the resources of a grow. */
    public ShrinkOutcome shrink(Request.Shrink request) throws ClientException {
        BlockingCalls patient = request.rule() == UseRule.SPARE ? calls : calls.within(patience(request.waitMillis()));
        return patient.ask(SchedulerGrpc.getShrinkMethod(), RequestWriter.write(request), Outcomes::read);
    }

    /** Jobs are waited for as long as it takes, where nothing else is said. */
    private static Duration patience(long waitMillis) {
        return waitMillis == 0 ? LONGEST_WAIT : Duration.ofMillis(waitMillis).plus(FENCING);
    }

    /** Asks a child instance for resources back; waits for as long as that may take. */
    public Answer.Reclaimed reclaim(Request.Reclaim request) throws ClientException {
        BlockingCalls patient =
                calls.within(Duration.ofMillis(request.graceMillis()).plus(FENCING));
        return patient.ask(SchedulerGrpc.getReclaimMethod(), RevokeMessages.write(request), RevokeMessages::read);
    }

    /** Ends a job. */
    public JobAnswer.Cancelled cancel(JobRequest.Cancel request) throws ClientException {
        return calls.ask(SchedulerGrpc.getCancelMethod(), RequestWriter.write(request), AnswerReader::read);
    }

    /** Frees the resources of an instance whose end could not be observed. */
    public JobAnswer.Cancelled abandon(Request.Abandon request) throws ClientException {
        return calls.ask(SchedulerGrpc.getAbandonMethod(), RequestWriter.write(request), AnswerReader::read);
    }

    /** The jobs table. */
    public JobAnswer.Jobs jobs(JobRead.Jobs request) throws ClientException {
        return calls.ask(
                SchedulerGrpc.getJobsMethod(),
                JobListMessages.write(request),
                reply -> JobListMessages.read(request, reply));
    }

    /** How many jobs are in which state. */
    public JobAnswer.Counts count(JobRead.Count request) throws ClientException {
        return calls.ask(SchedulerGrpc.getCountMethod(), JobListMessages.write(request), JobListMessages::read);
    }

    /** The instance at one moment: its numbers, and the first of the jobs that run and that wait. */
    public JobAnswer.Overview overview(JobRead.Overview request) throws ClientException {
        return calls.ask(SchedulerGrpc.getOverviewMethod(), JobListMessages.write(request), JobListMessages::read);
    }

    /**
     * Jobs that are over, also those that {@link #jobs} has forgotten. Whose they are is for the daemon to say: the
     * caller's, or all.
     */
    public PastJobs history(HistoryQuery query) throws ClientException {
        return calls.ask(SchedulerGrpc.getHistoryMethod(), PastJobsMessages.write(query), PastJobsMessages::read);
    }

    /** The calls about the queues and the jobs that came through them. */
    public QueueCalls queueing() {
        return new QueueCalls(calls);
    }

    /** The calls about advance reservations. */
    public ReservationCalls reserving() {
        return new ReservationCalls(calls);
    }

    /** Returns the streaming calls, which report events. */
    public WatchCalls watching() {
        return new WatchCalls(calls);
    }

    /** The calls about the number of slots that jobs run with. */
    public RescaleCalls rescaling() {
        return new RescaleCalls(calls);
    }

    /** Returns one job with its resources. */
    public JobAnswer.JobInfo info(JobRead.JobInfo request) throws ClientException {
        return calls.ask(SchedulerGrpc.getInfoMethod(), JobListMessages.write(request), JobListMessages::read);
    }

    /** The vertices that meet criteria. */
    public Answer.Found find(Request.Find request) throws ClientException {
        return calls.ask(SchedulerGrpc.getFindMethod(), RequestWriter.write(request), AnswerReader::read);
    }

    /** The instance in numbers. */
    public Statistics stat() throws ClientException {
        return stat(new Request.Stat());
    }

    /** The statistics of an instance, with the counts that the request asks for. */
    public Statistics stat(Request.Stat request) throws ClientException {
        StatRequest message =
                StatRequest.newBuilder().setCounted(request.counted()).build();
        return calls.ask(SchedulerGrpc.getStatMethod(), message, AnswerReader::read)
                .statistics();
    }

    /** Marks a vertex up or down. */
    public Answer.StatusSet setStatus(Request.SetStatus request) throws ClientException {
        return calls.ask(SchedulerGrpc.getSetStatusMethod(), EditRequests.write(request), EditAnswers::read);
    }

    /** Whether vertices are up. */
    public Answer.Statuses status(Request.GetStatus request) throws ClientException {
        return calls.ask(SchedulerGrpc.getGetStatusMethod(), EditRequests.write(request), EditAnswers::read);
    }

    /** The vertices of a type, a page of them. */
    public Answer.Nodes nodes(Request.Nodes request) throws ClientException {
        return calls.ask(SchedulerGrpc.getNodesMethod(), NodeMessages.write(request), NodeMessages::read);
    }

    /** Gives a vertex a property, or takes it away. */
    public Answer.Properties setProperty(Request.SetProperty request) throws ClientException {
        return calls.ask(SchedulerGrpc.getSetPropertyMethod(), EditRequests.write(request), EditAnswers::read);
    }

    /** The properties of a vertex. */
    public Answer.Properties properties(Request.GetProperties request) throws ClientException {
        return calls.ask(SchedulerGrpc.getGetPropertiesMethod(), EditRequests.write(request), EditAnswers::read);
    }

    /** Adds resources to the graph of the root of the tree. */
    public Answer.Attached attach(Request.Attach request) throws ClientException {
        return calls.ask(SchedulerGrpc.getAttachMethod(), EditRequests.write(request), EditAnswers::read);
    }

    /** Removes the instance's own resources. */
    public Answer.Removed remove(Request.Remove request) throws ClientException {
        return calls.ask(SchedulerGrpc.getRemoveMethod(), EditRequests.write(request), EditAnswers::read);
    }

    /** Books resources that a job was given before. */
    public RequestOutcome<Answer.Matched> update(JobRequest.Update request) throws ClientException {
        return calls.ask(SchedulerGrpc.getUpdateMethod(), EditRequests.write(request), Outcomes::read);
    }

    /** Frees a part of a job's holds. */
    public JobAnswer.PartlyCancelled partialCancel(JobRequest.PartialCancel request) throws ClientException {
        return calls.ask(SchedulerGrpc.getPartialCancelMethod(), EditRequests.write(request), EditAnswers::read);
    }

    /** Starts a child instance; answers when it has registered. */
    public RequestOutcome<Answer.Spawned> spawn(Request.Spawn request) throws ClientException {
        return calls.ask(InstancesGrpc.getSpawnMethod(), RequestWriter.write(request), Outcomes::read);
    }

    /** The instance and all below it. */
    public Answer.Tree tree() throws ClientException {
        return calls.ask(InstancesGrpc.getTreeMethod(), TreeRequest.getDefaultInstance(), AnswerReader::read);
    }

    /** Asks the daemon to stop its children and then itself; returns when it has begun to. */
    public void stop() throws ClientException {
        calls.call(InstancesGrpc.getStopMethod(), StopRequest.getDefaultInstance());
    }

    /** Asks the daemon to end its process, and to leave jobs and children to the next one on its state directory. */
    public void suspend() throws ClientException {
        calls.call(
                InstancesGrpc.getStopMethod(),
                StopRequest.newBuilder().setKeepJobs(true).build());
    }

    @Override
    public void close() {
        places.close();
        end.run();
    }
}
