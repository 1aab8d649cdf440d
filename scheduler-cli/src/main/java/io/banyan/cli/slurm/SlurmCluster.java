package io.banyan.cli.slurm;

import io.banyan.cli.call.JobPages;
import io.banyan.cli.look.JobWork;
import io.banyan.cli.resources.NodeNames;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobSelection;
import io.banyan.instance.message.client.NodeReport;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Submission;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The daemon as Slurm's commands see it: jobs, partitions and nodes. For one thread. */
final class SlurmCluster {
    /** The needs that come with the accounts of jobs. */
    private static final Set<Need> ACCOUNTED = EnumSet.of(Need.ACCOUNT, Need.NODES);

    private final BanyanClient client;
    private final JobContext context;
    private @Nullable List<QueuePartition> partitions;

    /** The failure of a question that is asked where no failure can be declared. */
    static final class Unanswered extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient ClientException failure;

        private Unanswered(ClientException failure) {
            super(failure);
            this.failure = failure;
        }

        ClientException failure() {
            return failure;
        }
    }

    private interface Question<A> {
        A ask() throws ClientException;
    }

    SlurmCluster(BanyanClient client, ToolContext tool) {
        this.client = client;
        this.context = new JobContext(
                tool.nowSec(), tool.zone(), answered(() -> users(tool.user())), answered(this::defaultPartition));
    }

    private static <A> Supplier<A> answered(Question<A> question) {
        return () -> {
            try {
                return question.ask();
            } catch (ClientException e) {
                throw new Unanswered(e);
            }
        };
    }

    private SlurmUsers users(String self) throws ClientException {
        return new SlurmUsers(client.overview(new JobRead.Overview(0)).asker(), self);
    }

    BanyanClient client() {
        return client;
    }

    JobContext context() {
        return context;
    }

    List<QueuePartition> partitions() throws ClientException {
        List<QueuePartition> known = partitions;
        if (known == null) {
            known = QueuePartition.of(
                    client.queueing().queues(new JobRead.Queues()).queues());
            partitions = known;
        }
        return known;
    }

    /** The queue for the name of a partition: none where that stands for the one queue without a name. */
    Optional<String> queueOf(String partition) throws ClientException {
        boolean isUnnamed = partition.equals(QueuePartition.UNNAMED)
                && partitions().stream().allMatch(it -> it.queue().name().isEmpty());
        return isUnnamed ? Optional.empty() : Optional.of(partition);
    }

    private String defaultPartition() throws ClientException {
        return partitions().stream()
                .filter(QueuePartition::isDefault)
                .findFirst()
                .map(QueuePartition::name)
                .orElse(QueuePartition.UNNAMED);
    }

    /** The nodes, in the order of the graph; without names all of them. */
    List<NodeReport> nodes(HostList names) throws ClientException {
        return NodeNames.all(client, "node", names, Set.of(), Long.MAX_VALUE);
    }

    /**
     * The jobs of a query that the instance remembers, in the order of their numbers. O(these jobs) where they are
     * asked for by their numbers, and O(all jobs) otherwise.
     *
     * @param needs of the fields that are shown
     */
    List<SlurmJob> jobs(JobQuery query, Set<Need> needs) throws ClientException {
        Found found = query.ids().isEmpty() ? ask(query.selection(context), query, needs) : byId(query, needs);
        List<SlurmJob> jobs = new ArrayList<>();
        for (JobRecord record : found.jobs.values()) {
            SlurmJob job = job(record, Optional.ofNullable(found.waiting.get(record.id())));
            if (query.has(job)) {
                jobs.add(detailed(job, needs));
            }
        }
        return jobs;
    }

    /** A job with the nodes that it holds or held, where its record has them, and without its command. */
    SlurmJob job(JobRecord record, Optional<Waiting> waiting) {
        SlurmState state = SlurmState.of(record);
        boolean isHolding = state == SlurmState.RUNNING || state == SlurmState.COMPLETING;
        HostList nodes = record.account()
                .filter(it -> isHolding || record.state().isOver())
                .map(JobAccount::nodeList)
                .orElse(HostList.of(List.of()));
        return new SlurmJob(record, waiting, nodes, IdSet.empty(), Optional.empty(), context);
    }

    private record Found(Map<JobId, JobRecord> jobs, Map<JobId, Waiting> waiting) {
        void add(JobAnswer.Jobs answer) {
            answer.jobs().forEach(job -> jobs.put(job.id(), job));
            answer.waiting().forEach(it -> waiting.put(it.job(), it));
        }
    }

    private Found ask(JobSelection selection, JobQuery query, Set<Need> needs) throws ClientException {
        var found = new Found(new TreeMap<>(), new HashMap<>());
        found.add(JobPages.all(
                client,
                new JobRead.Jobs(
                        selection,
                        query.isAboutEnded(),
                        needs.stream().anyMatch(ACCOUNTED::contains),
                        reasons(needs),
                        0,
                        0,
                        0)));
        return found;
    }

    private static JobRead.Reasons reasons(Set<Need> needs) {
        if (needs.contains(Need.START)) {
            return JobRead.Reasons.ESTIMATED;
        }
        return needs.contains(Need.REASON) ? JobRead.Reasons.SAID : JobRead.Reasons.NONE;
    }

    /** The jobs of an array have numbers that follow each other. */
    private Found byId(JobQuery query, Set<Need> needs) throws ClientException {
        IdSet bases = query.ids().bases();
        // Ended jobs too: of an array, the first may have ended.
        JobQuery all = JobQuery.of(query.ids());
        Found found = ask(byNumber(bases), all, needs);
        IdSet.Builder others = IdSet.builder();
        for (JobRecord job : found.jobs.values()) {
            Optional<ArrayPlace> place = job.submission().flatMap(Submission::array);
            if (place.isPresent()
                    && place.get().count() > 1
                    && place.get().first().equals(job.id())) {
                others.addRange(
                        job.id().value() + 1, job.id().value() + place.get().count() - 1);
            }
        }
        IdSet rest = others.build();
        if (!rest.isEmpty()) {
            Found more = ask(byNumber(rest), all, needs);
            found.jobs.putAll(more.jobs);
            found.waiting.putAll(more.waiting);
        }
        return found;
    }

    private static JobSelection byNumber(IdSet numbers) {
        return new JobSelection(numbers, List.of(), Set.of(), Set.of(), Set.of(), Set.of(), true);
    }

    /** Returns a job with its command, if that is needed. */
    private SlurmJob detailed(SlurmJob job, Set<Need> needs) throws ClientException {
        if (!needs.contains(Need.WORK)) {
            return job;
        }
        JobAnswer.JobInfo info =
                client.info(new JobRead.JobInfo(job.record().id(), MatchFormat.SIMPLE, JobRead.Reasons.NONE, true));
        return new SlurmJob(
                job.record(),
                job.waiting(),
                job.nodes(),
                job.indices(),
                info.detail().flatMap(JobAnswer.JobDetail::jobspec).map(jobspec -> JobWork.of(job.record(), jobspec)),
                context);
    }
}
