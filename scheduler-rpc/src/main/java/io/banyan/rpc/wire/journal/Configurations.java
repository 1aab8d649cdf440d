package io.banyan.rpc.wire.journal;

import io.banyan.instance.config.Elasticity;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.config.RevokePolicy;
import io.banyan.instance.config.UserBookings;
import io.banyan.jobspec.OnLost;
import io.banyan.match.policy.MatchExtent;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.FairShare;
import io.banyan.queue.Limit;
import io.banyan.queue.NamedQueue;
import io.banyan.queue.Preemption;
import io.banyan.queue.Priority;
import io.banyan.queue.QueueLimits;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.QueueText;
import io.banyan.queue.Queues;
import io.banyan.resource.MatchSubsystems;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.ProcessBegun;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * How an instance decides, as a journal remembers it, and back: all that a decision on this instance's own jobs and
 * resources can depend on.
 */
final class Configurations {
    private static final int LIMITS = 10;

    private Configurations() {}

    static ProcessBegun write(InstanceConfig config) {
        InstanceConfig.Match match = config.match();
        InstanceLimits limits = config.limits();
        var message = ProcessBegun.newBuilder()
                .setName(config.name())
                .setPrune(match.filters().toString())
                .setMatchPolicy(match.policy().name())
                .setTraverser(match.traverser().label())
                .setDominant(match.subsystems().dominant().name())
                .setCountsAsFluxion(match.visits() == MatchExtent.FLUXION)
                .setQueuePolicy(config.queues().usual().words())
                .addAllQueues(config.queues().named().stream()
                        .map(NamedQueue::toString)
                        .toList())
                .addAllQueueLimits(config.queues().limits().all().stream()
                        .map(Limit::toString)
                        .toList())
                .setPriority(write(config.queues().priority()))
                .setPreemption(config.queues().preemption().toString())
                .setElasticPolicy(config.elasticity().policyName())
                .setElasticMeasure(config.elasticity().measure().name())
                .setRescaleGapSec(config.elasticity().rescaleGapSec())
                .setAnswerMillis(config.elasticity().answerMillis())
                .setUserCoreHours(config.booking().coreHours())
                .setMaxAheadSec(config.booking().maxAheadSec())
                .setOnLost(config.onLost().word())
                .setGrowOrder(config.grow().order().toString())
                .setRevoke(config.revoke().toString())
                .putAllMost(config.grow().most().resources())
                .putAllMostExternal(config.grow().most().external())
                .addAllLimits(List.of(
                        (long) limits.maxHops(),
                        (long) limits.maxPendingGrows(),
                        (long) limits.maxGrantVertices(),
                        (long) limits.maxEndedJobs(),
                        limits.growMillis(),
                        limits.leaseMillis(),
                        limits.heartbeatMillis(),
                        limits.newsMillis(),
                        limits.startMillis(),
                        limits.stopMillis()));
        match.subsystems().auxiliary().forEach(it -> message.addAuxiliary(it.name()));
        return message.build();
    }

    /** A root's; its providers are not known to it. */
    static InstanceConfig read(ProcessBegun begun) throws WireException {
        return CheckedMessage.value(() -> InstanceConfig.root(begun.getName())
                .matching(new InstanceConfig.Match(
                        PruneFilters.parse(begun.getPrune()),
                        MatchPolicy.parse(begun.getMatchPolicy()),
                        TraverserKind.parse(begun.getTraverser()),
                        new MatchSubsystems(
                                new Subsystem(begun.getDominant()),
                                begun.getAuxiliaryList().stream()
                                        .map(Subsystem::new)
                                        .toList()),
                        begun.getCountsAsFluxion() ? MatchExtent.FLUXION : MatchExtent.FEW))
                .queueing(new Queues(
                        QueuePolicy.parse(begun.getQueuePolicy()),
                        begun.getQueuesList().stream().map(QueueText::queue).toList(),
                        new QueueLimits(begun.getQueueLimitsList().stream()
                                .map(QueueLimits::parse)
                                .toList()),
                        read(begun.getPriority()),
                        Preemption.parse(begun.getPreemption())))
                .rescaling(Elasticity.of(
                        begun.getElasticPolicy(),
                        new ResourceType(begun.getElasticMeasure()),
                        begun.getRescaleGapSec(),
                        begun.getAnswerMillis()))
                .reserving(
                        begun.getMaxAheadSec() == 0
                                ? UserBookings.NONE
                                : new UserBookings(begun.getUserCoreHours(), begun.getMaxAheadSec()))
                .onLost(OnLost.of(begun.getOnLost()))
                .yielding(RevokePolicy.parse(begun.getRevoke()))
                .asking(GrowOrder.parse(begun.getGrowOrder()), List.of())
                .bounded(new InstanceConfig.Most(
                        new TreeMap<>(begun.getMostMap()), new TreeMap<>(begun.getMostExternalMap())))
                .durably(true)
                .within(limits(begun.getLimitsList())));
    }

    private static ProcessBegun.Priority write(Priority priority) {
        FairShare fair = priority.fairShare();
        var message = ProcessBegun.Priority.newBuilder()
                .setAge(priority.age())
                .setOldSec(priority.oldSec())
                .setSize(priority.size())
                .setFair(priority.fair())
                .setEverySec(priority.everySec())
                .setHalfLifeSec(fair.halfLifeSec())
                .putAllCharge(fair.charge());
        priority.queue().ifPresent(message::setQueue);
        priority.urgency().ifPresent(message::setUrgency);
        for (FairShare.Account account : fair.accounts()) {
            message.addAccounts(ProcessBegun.Account.newBuilder()
                    .setName(account.name())
                    .setShares(account.shares())
                    .putAllUsers(account.users()));
        }
        return message.build();
    }

    private static Priority read(ProcessBegun.Priority said) {
        List<FairShare.Account> accounts = said.getAccountsList().stream()
                .map(it -> new FairShare.Account(it.getName(), it.getShares(), new TreeMap<>(it.getUsersMap())))
                .toList();
        return new Priority(
                said.getAge(),
                said.getOldSec(),
                said.getSize(),
                said.getFair(),
                said.hasQueue() ? OptionalDouble.of(said.getQueue()) : OptionalDouble.empty(),
                said.hasUrgency() ? OptionalDouble.of(said.getUrgency()) : OptionalDouble.empty(),
                said.getEverySec(),
                new FairShare(said.getHalfLifeSec(), new TreeMap<>(said.getChargeMap()), accounts));
    }

    private static InstanceLimits limits(List<Long> said) {
        if (said.size() != LIMITS) {
            throw new IllegalArgumentException("There are " + LIMITS + " limits, found " + said.size() + ".");
        }
        return new InstanceLimits(
                Math.toIntExact(said.get(0)),
                Math.toIntExact(said.get(1)),
                Math.toIntExact(said.get(2)),
                Math.toIntExact(said.get(3)),
                said.get(4),
                said.get(5),
                said.get(6),
                said.get(7),
                said.get(8),
                said.get(9));
    }
}
