package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.QueueShare;
import io.banyan.instance.message.client.QueueSummary;
import io.banyan.instance.message.decision.QueueDecision;
import io.banyan.queue.DecayedUsage.Payer;
import io.banyan.queue.Limit;
import io.banyan.queue.Priority;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.DecisionRecord;
import io.banyan.v1.JobPlace;
import io.banyan.v1.PrioritiesReply;
import io.banyan.v1.PrioritiesRequest;
import io.banyan.v1.PriorityFactor;
import io.banyan.v1.QueuesReply;
import io.banyan.v1.QueuesRequest;
import io.banyan.v1.SetQueueRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The conversion of queues, their limits, the places of jobs in them, and the decisions on queues. */
public final class QueueStates {
    private QueueStates() {}

    /** The question how they stand. */
    public static QueuesRequest write(JobRead.Queues request) {
        return QueuesRequest.getDefaultInstance();
    }

    /** Writes a change of a queue. */
    public static SetQueueRequest write(JobRequest.SetQueue request) {
        var message = SetQueueRequest.newBuilder().setQueue(request.queue()).setWhy(request.why());
        request.takes().ifPresent(message::setTakes);
        request.starts().ifPresent(message::setStarts);
        return message.build();
    }

    /** Reads a change of a queue. */
    public static JobRequest.SetQueue read(SetQueueRequest message) throws WireException {
        return CheckedMessage.value(() -> new JobRequest.SetQueue(
                message.getQueue(),
                message.hasTakes() ? Optional.of(message.getTakes()) : Optional.empty(),
                message.hasStarts() ? Optional.of(message.getStarts()) : Optional.empty(),
                message.getWhy()));
    }

    /** How they stand. */
    public static QueuesReply queues(Answer answer) throws WireException {
        return switch (answer) {
            case JobAnswer.Queues queues ->
                QueuesReply.newBuilder()
                        .addAllQueues(
                                queues.queues().stream().map(QueueStates::write).toList())
                        .addAllLimits(queues.limits())
                        .addAllShares(
                                queues.shares().stream().map(QueueStates::write).toList())
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** How they stand. */
    public static JobAnswer.Queues read(QueuesReply reply) throws WireException {
        return CheckedMessage.value(() -> new JobAnswer.Queues(
                reply.getQueuesList().stream().map(QueueStates::read).toList(),
                reply.getLimitsList(),
                reply.getSharesList().stream().map(QueueStates::read).toList()));
    }

    private static io.banyan.v1.QueueSummary write(QueueSummary queue) {
        return io.banyan.v1.QueueSummary.newBuilder()
                .setName(queue.name())
                .setPolicy(queue.policy())
                .setPriority(queue.priority())
                .setWaiting(queue.waiting())
                .setRunning(queue.running())
                .setTakes(queue.takes())
                .setStarts(queue.starts())
                .setWhy(queue.why())
                .addAllLimits(queue.limits())
                .setRequires(queue.requires())
                .build();
    }

    private static QueueSummary read(io.banyan.v1.QueueSummary queue) {
        return new QueueSummary(
                queue.getName(),
                queue.getPolicy(),
                queue.getPriority(),
                queue.getWaiting(),
                queue.getRunning(),
                queue.getTakes(),
                queue.getStarts(),
                queue.getWhy(),
                queue.getLimitsList(),
                queue.getRequires());
    }

    private static io.banyan.v1.QueueShare write(QueueShare share) {
        return io.banyan.v1.QueueShare.newBuilder()
                .setAccount(share.account())
                .setUser(share.user())
                .setUsed(share.used())
                .setFactor(share.factor())
                .build();
    }

    private static QueueShare read(io.banyan.v1.QueueShare share) {
        return new QueueShare(share.getAccount(), share.getUser(), share.getUsed(), share.getFactor());
    }

    public static io.banyan.v1.Limit write(Limit limit) {
        return io.banyan.v1.Limit.newBuilder()
                .setQueue(limit.queue())
                .setOf(limit.of().word())
                .setName(limit.name())
                .setWhat(limit.what())
                .setMost(limit.most())
                .build();
    }

    public static Limit read(io.banyan.v1.Limit limit) {
        Limit.Of of = Stream.of(Limit.Of.values())
                .filter(one -> one.word().equals(limit.getOf()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no limit of '" + limit.getOf() + "'"));
        return new Limit(limit.getQueue(), of, limit.getName(), limit.getWhat(), limit.getMost());
    }

    public static void write(QueueDecision decision, DecisionRecord.Builder record) {
        switch (decision) {
            case QueueDecision.QueueChanged changed ->
                record.setQueueChanged(DecisionRecord.QueueChanged.newBuilder()
                        .setQueue(changed.queue())
                        .setTakes(changed.takes())
                        .setStarts(changed.starts())
                        .setWhy(changed.why()));
            case QueueDecision.Ranked ranked -> {
                var message = DecisionRecord.Ranked.newBuilder();
                ranked.used()
                        .forEach((payer, amount) -> message.addUsed(DecisionRecord.Used.newBuilder()
                                .setAccount(payer.account())
                                .setUser(payer.user())
                                .setAmount(amount)));
                record.setRanked(message);
            }
        }
    }

    public static QueueDecision read(DecisionRecord.QueueChanged changed) {
        return new QueueDecision.QueueChanged(
                changed.getQueue(), changed.getTakes(), changed.getStarts(), changed.getWhy());
    }

    public static QueueDecision read(DecisionRecord.Ranked ranked) {
        SortedMap<Payer, Double> used = new TreeMap<>();
        ranked.getUsedList().forEach(it -> used.put(new Payer(it.getAccount(), it.getUser()), it.getAmount()));
        return new QueueDecision.Ranked(used);
    }

    /** The question which places jobs have in them. */
    public static PrioritiesRequest write(JobRead.Priorities request) {
        return PrioritiesRequest.newBuilder()
                .setJob(request.job().map(JobId::value).orElse(0L))
                .setMost(request.most())
                .build();
    }

    /** The question which places jobs have in them. */
    public static JobRead.Priorities read(PrioritiesRequest message) throws WireException {
        return CheckedMessage.value(() -> new JobRead.Priorities(
                message.getJob() == 0 ? Optional.empty() : Optional.of(new JobId(message.getJob())),
                message.getMost()));
    }

    /** The places of jobs. */
    public static PrioritiesReply priorities(Answer answer) throws WireException {
        if (!(answer instanceof JobAnswer.Priorities priorities)) {
            throw AnswerWriter.failure(answer);
        }
        PrioritiesReply.Builder reply = PrioritiesReply.newBuilder().setMore(priorities.areMore());
        priorities.places().forEach(place -> reply.addPlaces(write(place)));
        priorities.apart().map(WaitMessages::write).ifPresent(reply::setApart);
        priorities.rankedMillis().ifPresent(reply::setRankedMillis);
        return reply.build();
    }

    private static JobPlace write(JobAnswer.JobPlace place) {
        JobPlace.Builder message = JobPlace.newBuilder()
                .setJob(RecordMessages.write(place.job()))
                .setQueue(place.queue())
                .setPlace(place.inQueue().number())
                .setOf(place.inQueue().of())
                .setPlaceOfAll(place.inAll().number())
                .setOfAll(place.inAll().of())
                .setQueuePriority(place.queuePriority());
        place.parts()
                .forEach(part -> message.addFactors(PriorityFactor.newBuilder()
                        .setFactor(part.factor().toString())
                        .setValue(part.value())
                        .setWeight(part.weight())));
        return message.build();
    }

    /** The places of jobs. */
    public static JobAnswer.Priorities read(PrioritiesReply reply) throws WireException {
        return CheckedMessage.value(() -> {
            List<JobAnswer.JobPlace> places = new ArrayList<>(reply.getPlacesCount());
            for (JobPlace place : reply.getPlacesList()) {
                places.add(read(place));
            }
            return new JobAnswer.Priorities(
                    places,
                    reply.hasApart() ? Optional.of(WaitMessages.read(reply.getApart())) : Optional.empty(),
                    reply.getMore(),
                    reply.hasRankedMillis() ? OptionalLong.of(reply.getRankedMillis()) : OptionalLong.empty());
        });
    }

    private static JobAnswer.JobPlace read(JobPlace place) throws WireException {
        List<Priority.Part> parts = new ArrayList<>(place.getFactorsCount());
        for (PriorityFactor factor : place.getFactorsList()) {
            parts.add(new Priority.Part(factor(factor.getFactor()), factor.getValue(), factor.getWeight()));
        }
        return new JobAnswer.JobPlace(
                RecordMessages.read(place.getJob()),
                place.getQueue(),
                new JobAnswer.Place(place.getPlace(), place.getOf()),
                new JobAnswer.Place(place.getPlaceOfAll(), place.getOfAll()),
                place.getQueuePriority(),
                parts);
    }

    private static Priority.Factor factor(String word) throws WireException {
        return Arrays.stream(Priority.Factor.values())
                .filter(it -> it.toString().equals(word))
                .findFirst()
                .orElseThrow(() -> new WireException("There is no factor '" + word + "'."));
    }
}
