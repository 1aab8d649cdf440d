package io.banyan.rpc.execute;

import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The applications that listen for proposals to their jobs. Any thread may call; no call blocks. */
public final class Attendants {
    /** How many may listen for one job. */
    public static final int MOST = 8;

    private final Map<JobId, List<Consumer<MalleableAnswer.Proposal>>> byJob = new ConcurrentHashMap<>();

    /** One listens from now on. Returns false where as many do as may. */
    public boolean enter(JobId job, Consumer<MalleableAnswer.Proposal> one) {
        List<Consumer<MalleableAnswer.Proposal>> all = byJob.compute(job, (id, known) -> {
            List<Consumer<MalleableAnswer.Proposal>> listening = known == null ? new CopyOnWriteArrayList<>() : known;
            if (listening.size() < MOST) {
                listening.add(one);
            }
            return listening;
        });
        return all.contains(one);
    }

    /** One does not listen any more. */
    public void leave(JobId job, Consumer<MalleableAnswer.Proposal> one) {
        byJob.computeIfPresent(job, (id, all) -> {
            all.remove(one);
            return all.isEmpty() ? null : all;
        });
    }

    void tell(JobId job, MalleableAnswer.Proposal proposal) {
        byJob.getOrDefault(job, List.of()).forEach(one -> one.accept(proposal));
    }
}
