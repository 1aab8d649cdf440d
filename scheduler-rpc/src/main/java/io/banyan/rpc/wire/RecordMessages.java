package io.banyan.rpc.wire;

import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobEvent;
import io.banyan.instance.message.client.MatchRun;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.BorrowedPart;
import io.banyan.instance.message.value.ChildRecord;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.resource.JobId;
import io.banyan.rset.HostList;
import io.banyan.v1.AmountPart;
import io.banyan.v1.ChildInstance;
import io.banyan.v1.Job;
import io.banyan.v1.JobDetail;
import io.banyan.v1.JobEventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Jobs, their events, instances and numbers, as they are shown to people. */
public final class RecordMessages {
    /** The deepest tree that is read. Protobuf itself refuses to nest deeper than 100. */
    private static final int MAX_DEPTH = 64;

    private static final String EVENT_KIND = "JOB_EVENT_KIND_";

    private RecordMessages() {}

    public static Job write(JobRecord job) {
        var message = Job.newBuilder()
                .setId(job.id().value())
                .setName(job.name())
                .setOwner(writtenOwner(job.owner()))
                .setState(Enums.write(job.state()))
                .setDetail(job.detail())
                .addAllLost(job.lost());
        job.plan().ifPresent(plan -> message.setWindow(Grants.write(plan)));
        job.submission().ifPresent(submission -> message.setSubmission(write(submission)));
        job.endedSec().ifPresent(message::setEndedSec);
        job.queue().ifPresent(message::setQueue);
        job.exitStatus().ifPresent(message::setExitStatus);
        job.child().ifPresent(child -> message.setChild(write(child)));
        job.account().ifPresent(account -> message.setAccount(write(account)));
        job.usage().ifPresent(usage -> message.setUsage(UsageMessages.write(usage)));
        return message.build();
    }

    private static io.banyan.v1.JobAccount write(JobAccount account) {
        var message = io.banyan.v1.JobAccount.newBuilder()
                .setRequestedSec(account.requestedSec())
                .setNodes(account.nodes())
                .setCores(account.cores())
                .setCoreSec(account.coreSec())
                .setNodeList(account.nodeList().toString())
                .setRequestedNodes(account.requestedNodes())
                .setRequestedCores(account.requestedCores())
                .setPresentNodes(account.presentNodes())
                .setPresentCores(account.presentCores());
        account.eligibleSec().ifPresent(message::setEligibleSec);
        account.startedSec().ifPresent(message::setStartedSec);
        account.deadlineSec().ifPresent(message::setDeadlineSec);
        return message.build();
    }

    private static JobAccount read(io.banyan.v1.JobAccount account) {
        return new JobAccount(
                account.hasEligibleSec() ? OptionalLong.of(account.getEligibleSec()) : OptionalLong.empty(),
                account.hasStartedSec() ? OptionalLong.of(account.getStartedSec()) : OptionalLong.empty(),
                account.getRequestedSec(),
                account.getNodes(),
                account.getCores(),
                account.getCoreSec(),
                account.getNodeList().isEmpty() ? HostList.of(List.of()) : HostList.parse(account.getNodeList()),
                account.getRequestedNodes(),
                account.getRequestedCores(),
                account.hasDeadlineSec() ? OptionalLong.of(account.getDeadlineSec()) : OptionalLong.empty(),
                account.getPresentNodes(),
                account.getPresentCores());
    }

    public static JobRecord read(Job job) throws WireException {
        return new JobRecord(
                new JobId(job.getId()),
                job.getName(),
                owner(job.getOwner()),
                Enums.read(job.getState()),
                job.hasWindow() ? Optional.of(Grants.read(job.getWindow())) : Optional.empty(),
                job.hasEndedSec() ? OptionalLong.of(job.getEndedSec()) : OptionalLong.empty(),
                job.hasQueue() ? Optional.of(job.getQueue()) : Optional.empty(),
                job.hasChild() ? Optional.of(read(job.getChild())) : Optional.empty(),
                job.getDetail(),
                new IfLost.Keep(),
                job.getLostList(),
                job.hasSubmission() ? Optional.of(read(job.getSubmission())) : Optional.empty(),
                job.hasAccount() ? Optional.of(read(job.getAccount())) : Optional.empty(),
                job.hasUsage() ? Optional.of(UsageMessages.read(job.getUsage())) : Optional.empty());
    }

    public static io.banyan.v1.Submission write(Submission submission) {
        var message = io.banyan.v1.Submission.newBuilder()
                .setAtMillis(submission.atMillis())
                .setUrgency(submission.urgency())
                .setAccount(submission.account())
                .setOsUser(submission.osUser().orElse(""));
        submission
                .array()
                .ifPresent(array -> message.setArray(io.banyan.v1.ArrayPlace.newBuilder()
                        .setFirst(array.first().value())
                        .setIndex(array.index())
                        .setCount(array.count())
                        .setAtOnce(array.atOnce())));
        return message.build();
    }

    public static Submission read(io.banyan.v1.Submission submission) {
        var array = submission.getArray();
        return new Submission(
                submission.getAtMillis(),
                submission.getUrgency(),
                submission.hasArray()
                        ? Optional.of(new ArrayPlace(
                                new JobId(array.getFirst()), array.getIndex(), array.getCount(), array.getAtOnce()))
                        : Optional.empty(),
                submission.getAccount(),
                osUser(submission.getOsUser()));
    }

    /** Most jobs of an instance that is one person's are of its owner, and need not say so. */
    public static String writtenOwner(String name) {
        return name.equals(Principal.OWNER_NAME) ? "" : name;
    }

    /** Before jobs had owners they were the instance's own. */
    public static String owner(String name) {
        return name.isEmpty() ? Principal.OWNER_NAME : name;
    }

    /** A user of the machine; earlier versions wrote none. */
    public static Optional<String> osUser(String name) {
        return Optional.of(name).filter(it -> !it.isEmpty());
    }

    public static io.banyan.v1.InstanceSummary write(InstanceSummary summary) {
        var message = io.banyan.v1.InstanceSummary.newBuilder()
                .setPath(summary.path())
                .setName(summary.name())
                .setAddress(summary.address())
                .setState(Enums.write(summary.state()))
                .addAllAmounts(writeAmounts(summary.amounts()))
                .addAllParts(writeParts(summary.parts()))
                .setExternal(summary.external())
                .setJobs(summary.jobs())
                .setPending(summary.pending());
        summary.children().forEach(child -> message.addChildren(write(child)));
        return message.build();
    }

    public static InstanceSummary read(io.banyan.v1.InstanceSummary summary) throws WireException {
        return read(summary, 1);
    }

    public static io.banyan.v1.MatchRun write(MatchRun run) {
        return io.banyan.v1.MatchRun.newBuilder()
                .setId(run.id().map(JobId::value).orElse(0L))
                .setAtSec(run.atSec())
                .setNanos(run.nanos())
                .setPreorder(run.preorder())
                .setPostorder(run.postorder())
                .build();
    }

    public static MatchRun read(io.banyan.v1.MatchRun run) {
        return new MatchRun(
                run.getId() == 0 ? Optional.empty() : Optional.of(new JobId(run.getId())),
                run.getAtSec(),
                run.getNanos(),
                run.getPreorder(),
                run.getPostorder());
    }

    public static ChildInstance write(ChildRecord child) {
        return ChildInstance.newBuilder()
                .setPath(child.path())
                .setAddress(child.address())
                .setState(Enums.write(child.state()))
                .setDetail(child.detail())
                .build();
    }

    public static ChildRecord read(ChildInstance child) throws WireException {
        return new ChildRecord(child.getPath(), child.getAddress(), Enums.read(child.getState()), child.getDetail());
    }

    private static InstanceSummary read(io.banyan.v1.InstanceSummary summary, int depth) throws WireException {
        if (depth > MAX_DEPTH) {
            throw new WireException("A message describes a tree of more than " + MAX_DEPTH + " levels.");
        }
        List<InstanceSummary> children = new ArrayList<>(summary.getChildrenCount());
        for (io.banyan.v1.InstanceSummary child : summary.getChildrenList()) {
            children.add(read(child, depth + 1));
        }
        return new InstanceSummary(
                summary.getPath(),
                summary.getName(),
                summary.getAddress(),
                Enums.read(summary.getState()),
                readAmounts(summary.getAmountsList()),
                readParts(summary.getPartsList()),
                summary.getExternal(),
                summary.getJobs(),
                summary.getPending(),
                children);
    }

    private static List<AmountPart> writeParts(Map<String, BorrowedPart> parts) {
        List<AmountPart> messages = new ArrayList<>(parts.size());
        parts.forEach((type, part) -> messages.add(AmountPart.newBuilder()
                .setType(type)
                .setGranted(part.granted())
                .setExternal(part.external())
                .setLost(part.lost())
                .build()));
        return messages;
    }

    private static Map<String, BorrowedPart> readParts(List<AmountPart> messages) {
        Map<String, BorrowedPart> parts = new TreeMap<>();
        messages.forEach(part ->
                parts.put(part.getType(), new BorrowedPart(part.getGranted(), part.getExternal(), part.getLost())));
        return parts;
    }

    public static List<io.banyan.v1.Amount> writeAmounts(Map<String, Amount> amounts) {
        List<io.banyan.v1.Amount> messages = new ArrayList<>(amounts.size());
        amounts.forEach((type, amount) -> messages.add(io.banyan.v1.Amount.newBuilder()
                .setType(type)
                .setTotal(amount.total())
                .setFree(amount.free())
                .build()));
        return messages;
    }

    public static Map<String, Amount> readAmounts(List<io.banyan.v1.Amount> messages) {
        Map<String, Amount> amounts = new TreeMap<>();
        messages.forEach(amount -> amounts.put(amount.getType(), new Amount(amount.getTotal(), amount.getFree())));
        return amounts;
    }

    public static JobDetail write(JobAnswer.JobDetail detail) {
        JobDetail.Builder message = JobDetail.newBuilder().setWithheld(detail.isWithheld());
        detail.jobspec().map(JobspecWriter::json).ifPresent(message::setJobspec);
        for (JobEvent event : detail.events()) {
            message.addEvents(io.banyan.v1.JobEvent.newBuilder()
                    .setAtMillis(event.atMillis())
                    .setKind(JobEventKind.valueOf(EVENT_KIND + event.kind().name()))
                    .setDetail(event.detail()));
        }
        return message.build();
    }

    public static JobAnswer.JobDetail read(JobDetail message) throws WireException {
        Optional<Jobspec> jobspec = message.getJobspec().isEmpty()
                ? Optional.empty()
                : Optional.of(JobspecCodec.read(message.getJobspec()));
        List<JobEvent> events = new ArrayList<>(message.getEventsCount());
        for (io.banyan.v1.JobEvent event : message.getEventsList()) {
            events.add(new JobEvent(event.getAtMillis(), kind(event.getKind()), event.getDetail()));
        }
        return new JobAnswer.JobDetail(jobspec, message.getWithheld(), events);
    }

    private static JobEvent.Kind kind(JobEventKind kind) throws WireException {
        if (kind == JobEventKind.UNRECOGNIZED || kind == JobEventKind.JOB_EVENT_KIND_UNSPECIFIED) {
            throw new WireException("An event of a job is of an unknown kind.");
        }
        return JobEvent.Kind.valueOf(kind.name().substring(EVENT_KIND.length()));
    }
}
