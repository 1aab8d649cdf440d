package io.banyan.rpc.wire;

import io.banyan.instance.Answer;
import io.banyan.instance.JobRecord;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.schedule.JobId;
import io.banyan.v1.CancelReply;
import io.banyan.v1.FindReply;
import io.banyan.v1.Grown;
import io.banyan.v1.InUse;
import io.banyan.v1.InfoReply;
import io.banyan.v1.Job;
import io.banyan.v1.JobsReply;
import io.banyan.v1.Matched;
import io.banyan.v1.Refusal;
import io.banyan.v1.SetStatusReply;
import io.banyan.v1.Shrunk;
import io.banyan.v1.StatReply;
import io.banyan.v1.TreeReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads an instance's answers. {@link AnswerWriter} is the way there. */
public final class AnswerReader {
    private AnswerReader() {}

    /** Resources were found. */
    public static Answer.Matched read(Matched matched) throws WireException {
        return Checked.value(() -> new Answer.Matched(
                job(matched.getJob()),
                Enums.read(matched.getOutcome()),
                matched.hasWindow() ? Optional.of(Grants.read(matched.getWindow())) : Optional.empty(),
                matched.getResources()));
    }

    /** No. */
    public static Answer.Refused read(Refusal refusal) throws WireException {
        return Checked.value(
                () -> new Answer.Refused(refusal.getUnsatisfiable(), Grants.readReasons(refusal.getLevelsList())));
    }

    /** A grow brought something. */
    public static Answer.Grown read(Grown grown) throws WireException {
        return Checked.value(
                () -> new Answer.Grown(Grants.read(grown.getGrant()), job(grown.getJob()), grown.getHeld()));
    }

    /** Where the time of a grow went. */
    public static List<LevelTiming> timings(Grown grown) throws WireException {
        return Checked.value(() -> Grants.readTimings(grown.getTimingsList()));
    }

    /** A shrink is done. */
    public static Answer.Shrunk read(Shrunk shrunk) throws WireException {
        return Checked.value(() -> new Answer.Shrunk(shrunk.getRequestId(), shrunk.getPathsList()));
    }

    /** A shrink was not done. */
    public static Answer.InUse read(InUse use) throws WireException {
        return Checked.value(() -> new Answer.InUse(use.getRequestId(), jobs(use.getJobsList()), use.getMessage()));
    }

    /** A job has ended. */
    public static Answer.Cancelled read(CancelReply reply) throws WireException {
        return Checked.value(() -> new Answer.Cancelled(new JobId(reply.getJob())));
    }

    /** The jobs table. */
    public static Answer.Jobs read(JobsReply reply) throws WireException {
        return Checked.value(() -> {
            List<JobRecord> jobs = new ArrayList<>(reply.getJobsCount());
            for (Job job : reply.getJobsList()) {
                jobs.add(Records.read(job));
            }
            return new Answer.Jobs(jobs);
        });
    }

    /** One job. */
    public static Answer.JobInfo read(InfoReply reply) throws WireException {
        return Checked.value(
                () -> new Answer.JobInfo(Records.read(reply.getJob()), reply.getResources(), reply.getGrowsList()));
    }

    /** What a search found. */
    public static Answer.Found read(FindReply reply) throws WireException {
        return Checked.value(() -> new Answer.Found(reply.getResources(), reply.getCount()));
    }

    /** The instance in numbers. */
    public static Answer.Stat read(StatReply reply) throws WireException {
        return Checked.value(() -> new Answer.Stat(Records.read(reply)));
    }

    /** A vertex has its status. */
    public static Answer.StatusSet read(SetStatusReply reply) throws WireException {
        return Checked.value(() ->
                new Answer.StatusSet(reply.getPath(), Enums.read(reply.getStatus()), jobs(reply.getRunningList())));
    }

    /** A child has registered. */
    public static Answer.Spawned read(Job job) throws WireException {
        return Checked.value(() -> new Answer.Spawned(Records.read(job)));
    }

    /** The tree. */
    public static Answer.Tree read(TreeReply reply) throws WireException {
        return Checked.value(() -> new Answer.Tree(Records.read(reply.getRoot())));
    }

    private static Optional<JobId> job(long number) {
        return number == 0 ? Optional.empty() : Optional.of(new JobId(number));
    }

    private static List<JobId> jobs(List<Long> numbers) {
        return numbers.stream().map(JobId::new).toList();
    }
}
