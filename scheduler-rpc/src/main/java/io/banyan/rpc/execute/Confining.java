package io.banyan.rpc.execute;

import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.RExecution;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.provider.process.Subreaper;
import io.banyan.resource.JobId;
import io.banyan.rpc.files.ThisMachine;
import io.banyan.rset.IdSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Confines the processes of jobs to the job's resources on this machine: to its processors, and to the limits of a
 * cgroup. Only where all processes of a job are started here, and only for the nodes of {@link HereNodes}. Missing
 * permissions are logged once, and jobs run without the confinement. Any thread may call.
 */
final class Confining {
    private static final Logger LOG = LoggerFactory.getLogger(Confining.class);
    private static final List<Path> TASKSET = List.of(Path.of("/usr/bin/taskset"), Path.of("/bin/taskset"));

    /** The variable with the processors that a job, or a process of it, has of this machine. */
    static final String PROCESSORS = "BANYAN_CPUS";

    private static final int MOST_LOOKS = 10;

    private final HereNodes nodes;
    private final Optional<Path> taskset;
    private final Processors processors;
    private final Optional<Cgroups> cgroups;
    private final boolean isHere;
    private final AtomicBoolean hasTold = new AtomicBoolean();

    /** A source of the resources of jobs as graphs. */
    interface Knowing {
        String resources() throws IOException, InterruptedException;
    }

    Confining(
            HereNodes nodes, Optional<Path> taskset, Processors processors, Optional<Cgroups> cgroups, boolean isHere) {
        this.nodes = nodes;
        this.taskset = taskset;
        this.processors = processors;
        this.cgroups = cgroups;
        this.isHere = isHere;
    }

    /**
     * Creates the confinement that a configuration describes.
     *
     * @param isTop whether the daemon has no parent
     */
    static Confining of(ExecutionConfig config, boolean isTop) {
        Confinement confinement = config.confinement();
        Optional<Path> taskset = confinement.affinity() == Affinity.CORES
                ? TASKSET.stream().filter(Files::isExecutable).findFirst()
                : Optional.empty();
        if (confinement.affinity() == Affinity.CORES && taskset.isEmpty()) {
            LOG.warn("Jobs are not bound to their cores: this machine has no program taskset (execution.affinity)");
        }
        Optional<Cgroups> cgroups = confinement.cgroup().flatMap(Cgroups::at);
        if (cgroups.isEmpty() && !Subreaper.isPossible()) {
            LOG.warn(
                    "Processes of jobs that leave their session and clear their environment are not ended with their jobs:"
                            + " this machine has neither perl nor python3, and no execution.cgroup is set");
        }
        return new Confining(
                new HereNodes(ThisMachine.name(), isTop),
                taskset,
                Processors.ofThisMachine(),
                cgroups,
                config.command().isEmpty());
    }

    /** A job is about to start on these hosts: finds out which of them are this machine. */
    void meet(List<RExecution.Host> hosts, HereNodes.MatchExtent counting) throws IOException, InterruptedException {
        if (isHere) {
            nodes.meet(hosts, counting);
        }
    }

    /** The part of this machine that a job has; empty if there is none, or if the job is not confined. */
    Optional<Share> share(List<RExecution.Host> hosts, Knowing knowing) throws IOException, InterruptedException {
        Optional<Share> share = isHere ? Share.of(nodes, hosts, Optional.empty()) : Optional.empty();
        if (share.isEmpty() || cgroups.isEmpty()) {
            return share;
        }
        return Share.of(nodes, hosts, graph(knowing.resources()));
    }

    /** Reads the resources of a job; empty if the text cannot be read. */
    static Optional<Subgraph> graph(String text) {
        try {
            return Optional.of(JgfReader.read(text, "resources"));
        } catch (GraphException e) {
            LOG.debug("The resources of a job are not known as a graph: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /** The environment variables that describe the share to the job's processes. */
    Map<String, String> environment(Share share) {
        IdSet own = processors.of(share.cores());
        return own.isEmpty() ? Map.of() : Map.of(PROCESSORS, own.toString());
    }

    /** The processors of one process of a job; none where it is on another machine, or these are not known. */
    IdSet processors(JobLayout.Place place) {
        return isHere && nodes.has(place.host()) ? processors.of(place.cores()) : IdSet.empty();
    }

    /** The words of a process of a job on its own processors. */
    List<String> placed(JobLayout.Place place, List<String> command) {
        return on(processors(place), command);
    }

    /** The words of a command that is kept to a share. */
    List<String> confined(JobId job, Optional<Share> share, List<String> command) {
        IdSet own = share.map(it -> processors.of(it.cores())).orElse(IdSet.empty());
        List<String> words = on(own, command);
        if (taskset.isPresent()
                && own.isEmpty()
                && share.filter(it -> !it.cores().isEmpty()).isPresent()) {
            tellOnce(job);
        }
        if (cgroups.isEmpty()) {
            return words;
        }
        JobCgroup cgroup = cgroups.get().of(job);
        try {
            cgroup.create(share.map(it -> it.limits(own)).orElse(Map.of()));
            return cgroup.entering(words);
        } catch (IOException e) {
            LOG.warn("Job {} runs without a cgroup: {}", job, Cgroups.reason(e));
            return words;
        }
    }

    /**
     * The processes of a job that runs are kept to another share from now on. Those that end meanwhile, or are gone,
     * are of no matter.
     */
    void keep(JobId job, Share share, Supplier<List<ProcessHandle>> look) throws IOException, InterruptedException {
        IdSet own = processors.of(share.cores());
        cgroups.map(all -> all.of(job)).filter(JobCgroup::isThere).ifPresent(cgroup -> cgroup.limit(share.limits(own)));
        if (taskset.isEmpty() || own.isEmpty()) {
            return;
        }
        Set<ProcessHandle> kept = new HashSet<>();
        // A process that one of them has started in between inherits its processors.
        for (int i = 0; i < MOST_LOOKS; i++) {
            List<ProcessHandle> more = look.get().stream()
                    .filter(process -> !kept.contains(process))
                    .toList();
            for (ProcessHandle process : more) {
                keep(process, taskset.get(), own);
            }
            kept.addAll(more);
            if (more.isEmpty()) {
                return;
            }
        }
    }

    private static void keep(ProcessHandle process, Path taskset, IdSet own) throws IOException, InterruptedException {
        List<String> words =
                List.of(taskset.toString(), "-a", "-p", "-c", own.toString(), Long.toString(process.pid()));
        var unused = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private List<String> on(IdSet own, List<String> command) {
        if (taskset.isEmpty() || own.isEmpty()) {
            return command;
        }
        List<String> words = new ArrayList<>(List.of(taskset.get().toString(), "-c", own.toString()));
        words.addAll(command);
        return words;
    }

    /**
     * The words of a command that joins a job which runs: on the processors of the job's first process, and in the
     * job's cgroup, with which it ends. Where that is gone, so is the job, and the command does not run.
     */
    List<String> joined(JobId job, Optional<ProcessHandle> first, List<String> command) {
        List<String> words = on(first.map(Processors::allowed).orElse(IdSet.empty()), command);
        return cgroups.map(all -> all.of(job))
                .filter(JobCgroup::isThere)
                .map(cgroup -> cgroup.joining(words))
                .orElse(words);
    }

    private void tellOnce(JobId job) {
        if (!hasTold.getAndSet(true)) {
            LOG.warn(
                    "Job {} is not bound to its cores: none of them is a processor that this daemon may use; further jobs are not reported",
                    job);
        }
    }

    /** The usage of a job so far, as its cgroup counts it; empty if it has no cgroup. */
    Optional<JobUsage> usage(JobId job) {
        return cgroups.flatMap(all -> all.of(job).usage());
    }

    /**
     * Ends the remaining processes of a job in its cgroup, and removes the cgroup. Returns the usage of its processes;
     * empty where there is no cgroup any more.
     */
    Optional<JobUsage> end(JobId job) throws InterruptedException {
        return cgroups.isPresent() ? cgroups.get().of(job).end() : Optional.empty();
    }
}
