package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobSelection;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Enums;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.rset.IdSet;
import io.banyan.v1.ArrayPart;
import io.banyan.v1.CountReply;
import io.banyan.v1.CountRequest;
import io.banyan.v1.InfoReply;
import io.banyan.v1.InfoRequest;
import io.banyan.v1.Job;
import io.banyan.v1.JobsReply;
import io.banyan.v1.JobsRequest;
import io.banyan.v1.OtherJobs;
import io.banyan.v1.OverviewReply;
import io.banyan.v1.OverviewRequest;
import io.banyan.v1.StateCount;
import io.banyan.v1.WaitReasons;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The calls that look at jobs: the jobs table, one job, and the overview. */
public final class JobListMessages {
    private JobListMessages() {}

    /** A look at the jobs table. */
    public static JobsRequest write(JobRead.Jobs request) {
        JobsRequest.Builder message = JobsRequest.newBuilder()
                .setEnded(request.ended())
                .setAccounted(request.accounted())
                .setReasons(write(request.reasons()))
                .setMost(request.most())
                .setPage(request.page())
                .setAfter(request.after());
        if (!request.selection().equals(JobSelection.ALL)) {
            message.setSelection(write(request.selection()));
        }
        return message.build();
    }

    /** A look at the jobs table. */
    public static JobRead.Jobs read(JobsRequest request) throws WireException {
        return CheckedMessage.value(() -> new JobRead.Jobs(
                request.hasSelection() ? read(request.getSelection()) : JobSelection.ALL,
                request.getEnded(),
                request.getAccounted(),
                read(request.getReasons()),
                request.getMost(),
                request.getPage(),
                request.getAfter()));
    }

    /** A look at how many jobs there are. */
    public static CountRequest write(JobRead.Count request) {
        return CountRequest.newBuilder()
                .setSelection(write(request.selection()))
                .build();
    }

    /** A look at how many jobs there are. */
    public static JobRead.Count read(CountRequest request) throws WireException {
        return CheckedMessage.value(
                () -> new JobRead.Count(request.hasSelection() ? read(request.getSelection()) : JobSelection.ALL));
    }

    /** To a look at how many jobs there are. */
    public static CountReply counts(Answer answer) throws WireException {
        if (!(answer instanceof JobAnswer.Counts(Map<JobState, Long> jobs))) {
            throw AnswerWriter.failure(answer);
        }
        CountReply.Builder reply = CountReply.newBuilder();
        jobs.forEach((state, count) -> reply.addCounts(
                StateCount.newBuilder().setState(Enums.write(state)).setJobs(count)));
        return reply.build();
    }

    /** How many jobs there are. */
    public static JobAnswer.Counts read(CountReply reply) throws WireException {
        Map<JobState, Long> jobs = new EnumMap<>(JobState.class);
        for (StateCount count : reply.getCountsList()) {
            jobs.put(Enums.read(count.getState()), count.getJobs());
        }
        return new JobAnswer.Counts(jobs);
    }

    private static io.banyan.v1.JobSelection write(JobSelection selection) {
        var message = io.banyan.v1.JobSelection.newBuilder()
                .setIds(selection.ids().toString())
                .addAllNames(selection.names())
                .addAllUsers(selection.users())
                .addAllQueues(selection.queues())
                .setWithoutReservations(!selection.reservations());
        selection.states().forEach(state -> message.addStates(Enums.write(state)));
        selection
                .arrays()
                .forEach(part -> message.addArrays(ArrayPart.newBuilder()
                        .setFirst(part.first().value())
                        .setIndices(part.indices().toString())));
        return message.build();
    }

    private static JobSelection read(io.banyan.v1.JobSelection message) throws WireException {
        List<JobSelection.ArrayPart> arrays = new ArrayList<>();
        for (ArrayPart part : message.getArraysList()) {
            arrays.add(new JobSelection.ArrayPart(new JobId(part.getFirst()), IdSet.parse(part.getIndices())));
        }
        return new JobSelection(
                IdSet.parse(message.getIds()),
                arrays,
                Set.copyOf(message.getNamesList()),
                Set.copyOf(message.getUsersList()),
                Enums.readStates(message.getStatesList()),
                Set.copyOf(message.getQueuesList()),
                !message.getWithoutReservations());
    }

    private static WaitReasons write(JobRead.Reasons reasons) {
        return switch (reasons) {
            case NONE -> WaitReasons.WAIT_REASONS_UNSPECIFIED;
            case SAID -> WaitReasons.WAIT_REASONS_SAID;
            case ESTIMATED -> WaitReasons.WAIT_REASONS_ESTIMATED;
        };
    }

    private static JobRead.Reasons read(WaitReasons reasons) throws WireException {
        return switch (reasons) {
            case WAIT_REASONS_UNSPECIFIED -> JobRead.Reasons.NONE;
            case WAIT_REASONS_SAID -> JobRead.Reasons.SAID;
            case WAIT_REASONS_ESTIMATED -> JobRead.Reasons.ESTIMATED;
            case UNRECOGNIZED -> throw new WireException("Reasons are requested in an unknown way.");
        };
    }

    /** To a look at the jobs table. */
    public static JobsReply jobs(Answer answer) throws WireException {
        return switch (answer) {
            case JobAnswer.Jobs jobs -> write(jobs);
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    private static JobsReply write(JobAnswer.Jobs jobs) {
        return JobsReply.newBuilder()
                .addAllJobs(jobs.jobs().stream().map(RecordMessages::write).toList())
                .addAllWaiting(jobs.waiting().stream().map(WaitMessages::write).toList())
                .setMore(jobs.areMore())
                .setSelected(true)
                .build();
    }

    /**
     * The jobs table.
     *
     * @throws WireException also where the daemon is too old to select jobs and answers with all of them
     */
    public static JobAnswer.Jobs read(JobRead.Jobs request, JobsReply reply) throws WireException {
        if (!reply.getSelected() && !request.selection().equals(JobSelection.ALL)) {
            throw new WireException(
                    Failure.INCOMPATIBLE,
                    "The daemon has an earlier version and cannot select jobs; specify their ids.");
        }
        return read(reply);
    }

    private static JobAnswer.Jobs read(JobsReply reply) throws WireException {
        return CheckedMessage.value(() -> {
            List<JobRecord> jobs = new ArrayList<>(reply.getJobsCount());
            for (Job job : reply.getJobsList()) {
                jobs.add(RecordMessages.read(job));
            }
            List<io.banyan.instance.message.client.Waiting> waiting = new ArrayList<>(reply.getWaitingCount());
            for (io.banyan.v1.Waiting one : reply.getWaitingList()) {
                waiting.add(WaitMessages.read(one));
            }
            return new JobAnswer.Jobs(jobs, waiting, reply.getMore());
        });
    }

    /** A look at one job. */
    public static InfoRequest write(JobRead.JobInfo request) {
        return InfoRequest.newBuilder()
                .setJob(request.job().value())
                .setFormat(request.format().toString())
                .setReasons(write(request.reasons()))
                .setDetailed(request.isDetailed())
                .build();
    }

    /** A look at one job. */
    public static JobRead.JobInfo read(InfoRequest request) throws WireException {
        return CheckedMessage.value(() -> new JobRead.JobInfo(
                new JobId(request.getJob()),
                RequestReader.format(request.getFormat()),
                read(request.getReasons()),
                request.getDetailed()));
    }

    /** To a look at one job. */
    public static InfoReply info(Answer answer) throws WireException {
        return switch (answer) {
            case JobAnswer.JobInfo info -> {
                InfoReply.Builder reply = InfoReply.newBuilder()
                        .setJob(RecordMessages.write(info.job()))
                        .setResources(info.resources())
                        .addAllGrows(info.grows());
                info.deadlineSec().ifPresent(reply::setDeadlineSec);
                info.waiting().map(WaitMessages::write).ifPresent(reply::setWaiting);
                info.detail().map(RecordMessages::write).ifPresent(reply::setDetail);
                yield reply.build();
            }
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** One job. */
    public static JobAnswer.JobInfo read(InfoReply reply) throws WireException {
        return CheckedMessage.value(() -> new JobAnswer.JobInfo(
                RecordMessages.read(reply.getJob()),
                reply.getResources(),
                reply.getGrowsList(),
                reply.hasDeadlineSec() ? OptionalLong.of(reply.getDeadlineSec()) : OptionalLong.empty(),
                reply.hasWaiting() ? Optional.of(WaitMessages.read(reply.getWaiting())) : Optional.empty(),
                reply.hasDetail() ? Optional.of(RecordMessages.read(reply.getDetail())) : Optional.empty()));
    }

    /** A look at the whole instance. */
    public static OverviewRequest write(JobRead.Overview request) {
        return OverviewRequest.newBuilder().setMost(request.most()).build();
    }

    /** A look at the whole instance. */
    public static JobRead.Overview read(OverviewRequest request) throws WireException {
        return CheckedMessage.value(() -> new JobRead.Overview(request.getMost()));
    }

    /** To a look at the whole instance. */
    public static OverviewReply overview(Answer answer) throws WireException {
        return switch (answer) {
            case JobAnswer.Overview overview -> {
                OverviewReply.Builder reply = OverviewReply.newBuilder()
                        .setCaller(overview.asker())
                        .setStat(Numbers.write(overview.statistics()))
                        .setJobs(write(overview.jobs()))
                        .setNodesNotUp(overview.nodesNotUp())
                        .setEndedLately(overview.endedLately());
                overview.others()
                        .map(others -> OtherJobs.newBuilder()
                                .setJobs(others.jobs())
                                .addAllUsers(others.users())
                                .build())
                        .ifPresent(reply::setOthers);
                yield reply.build();
            }
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** The whole instance. */
    public static JobAnswer.Overview read(OverviewReply reply) throws WireException {
        return CheckedMessage.value(() -> new JobAnswer.Overview(
                reply.getCaller(),
                Numbers.read(reply.getStat()),
                read(reply.getJobs()),
                reply.getNodesNotUp(),
                reply.getEndedLately(),
                reply.hasOthers()
                        ? Optional.of(new JobAnswer.OtherJobs(
                                reply.getOthers().getJobs(), reply.getOthers().getUsersList()))
                        : Optional.empty()));
    }
}
