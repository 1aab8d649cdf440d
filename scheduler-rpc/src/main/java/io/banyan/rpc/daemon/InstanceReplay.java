package io.banyan.rpc.daemon;

import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.journal.JournalCompaction;
import io.banyan.instance.message.JournalCause;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.decision.Decision;
import io.banyan.queue.Queues;
import java.util.Optional;
import java.util.function.Consumer;

/** An instance that is restored from the transactions of a journal, with what a daemon wants to know of them. */
final class InstanceReplay implements Consumer<Transaction> {
    private final Instance instance;
    private final JournalCompaction compaction;
    /** The queues of the last process. */
    private Optional<Queues> queues = Optional.empty();

    InstanceReplay(Instance instance, JournalCompaction compaction) {
        this.instance = instance;
        this.compaction = compaction;
    }

    Instance instance() {
        return instance;
    }

    JournalCompaction compaction() {
        return compaction;
    }

    Optional<String> policyChange() {
        return queues.flatMap(before -> PolicyChange.warning(before, instance));
    }

    @Override
    public void accept(Transaction transaction) {
        if (transaction.cause().isPresent()
                && transaction.cause().get() instanceof JournalCause.Begun(InstanceConfig begun)) {
            queues = Optional.of(begun.queues());
        }
        compaction.note(transaction);
        for (Decision decision : transaction.decisions()) {
            instance.replay(decision, transaction.atMillis());
        }
        if (transaction.cause().isPresent()
                && transaction.cause().get() instanceof JournalCause.Shortened(var weights)) {
            instance.placed(weights);
        }
    }
}
