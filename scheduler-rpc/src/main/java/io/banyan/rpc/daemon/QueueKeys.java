package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.listOf;
import static io.banyan.rpc.config.ValueType.text;
import static io.banyan.rpc.config.ValueType.textsOf;

import io.banyan.queue.FairShare.Account;
import io.banyan.queue.Limit;
import io.banyan.queue.NamedQueue;
import io.banyan.queue.Preemption;
import io.banyan.queue.QueueLimits;
import io.banyan.queue.QueueText;
import io.banyan.queue.Queues;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import java.util.List;

/**
 * The keys of a daemon's configuration that concern queues: their names, the limits of their jobs, and the order of
 * jobs.
 */
final class QueueKeys {
    static final Key<List<NamedQueue>> NAMED = Key.of(
                    "queue.named",
                    textsOf(text("NAME[,KEY=VALUE...]", QueueText::queue)),
                    List.of(),
                    "The queues, such as debug,priority=10,max-time=30m,user.jobs=2,requires=fast; the first is the default. Without it, all jobs share one queue.")
            .sample("batch,policy=conservative", "debug,priority=10,max-time=30m,user.jobs=2,requires=fast");

    static final Key<List<Limit>> LIMITS = Key.of(
                    "queue.limits",
                    listOf(text("LIMIT", QueueLimits::parse)),
                    List.of(),
                    "Limits across all queues on a user, an account or all jobs together: user.jobs=50, user:alice.node=8, "
                            + "account.core=256, total.node=100, user.submitted=1000; or on one job: max.node=16.")
            .sample("user.jobs=50", "account:physics.core=256");

    static final Key<String> PRIORITY = Key.of(
                    "queue.priority",
                    text("WEIGHTS", word -> {
                        var unused = QueueText.priority(word, List.of());
                        return word;
                    }),
                    "",
                    "Weights of the job priority: age=1000,age-max=7d,size=100,fairshare=2000,half-life=7d,queue=..., "
                            + "urgency=...; without it, queue, urgency and submission time decide.")
            .sample("age=1000,fairshare=2000,half-life=14d");

    static final Key<List<Account>> ACCOUNTS = Key.of(
                    "queue.accounts",
                    textsOf(text("NAME[,shares=N][,users=NAME+...]", QueueText::account)),
                    List.of(),
                    "Accounts with their own shares or users, such as physics,shares=3,users=alice:2+bob.")
            .sample("physics,shares=3,users=alice:2+bob", "chemistry");

    static final Key<Preemption> PREEMPT = Key.written(
                    "queue.preempt",
                    text("RULE", Preemption::parse),
                    "",
                    "Preemption of running jobs for more urgent jobs that cannot start: urgency=28 (the lowest urgency that preempts), mode=requeue or cancel, victims=all or willing (jobs with attributes.system.banyan.preemptible). Without it, no job is preempted.")
            .sample("urgency=28,mode=requeue,victims=all");

    static final List<Key<?>> ALL = List.of(NAMED, LIMITS, PRIORITY, ACCOUNTS, PREEMPT);

    private QueueKeys() {}

    /** The queues that the settings describe together. */
    static Queues queues(Settings settings) {
        return new Queues(
                settings.get(DaemonKeys.QUEUE_POLICY),
                settings.get(NAMED),
                new QueueLimits(settings.get(LIMITS)),
                QueueText.priority(settings.get(PRIORITY), settings.get(ACCOUNTS)),
                settings.get(PREEMPT));
    }
}
