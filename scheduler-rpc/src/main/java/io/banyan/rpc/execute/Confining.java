package io.banyan.rpc.execute;

import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.RExecution;
import io.banyan.rset.IdSet;
import io.banyan.schedule.JobId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the processes of jobs to what those have of this machine: on their processors, and within the limits of a cgroup. Only where all processes of a job are started here, and of what is a
 * node with this machine's name. What the machine does not permit is told in the log once, and jobs run without it. Any thread may call.
 */
final class Confining {
    private static final Logger LOG = LoggerFactory.getLogger(Confining.class);
    private static final List<Path> TASKSET = List.of(Path.of("/usr/bin/taskset"), Path.of("/bin/taskset"));

    private final String machine;
    private final Optional<Path> taskset;
    private final Processors processors;
    private final Optional<Cgroups> cgroups;
    private final boolean isHere;
    private final AtomicBoolean hasTold = new AtomicBoolean();

    /** Who knows what a job has as a graph. */
    interface Knowing {
        String resources() throws IOException, InterruptedException;
    }

    Confining(
            String machine, Optional<Path> taskset, Processors processors, Optional<Cgroups> cgroups, boolean isHere) {
        this.machine = machine;
        this.taskset = taskset;
        this.processors = processors;
        this.cgroups = cgroups;
        this.isHere = isHere;
    }

    /** As a configuration has it. */
    static Confining of(ExecutionConfig config) {
        Confinement confinement = config.confinement();
        Optional<Path> taskset = confinement.affinity() == Affinity.CORES
                ? TASKSET.stream().filter(Files::isExecutable).findFirst()
                : Optional.empty();
        if (confinement.affinity() == Affinity.CORES && taskset.isEmpty()) {
            LOG.warn("Jobs are not kept on their cores: this machine has no program taskset (execution.affinity)");
        }
        return new Confining(
                machine(),
                taskset,
                Processors.ofThisMachine(),
                confinement.cgroup().flatMap(Cgroups::at),
                config.command().isEmpty());
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    /** What a job has of this machine; empty where that is nothing, or it is not to be kept to that. */
    Optional<Share> share(List<RExecution.Host> hosts, Knowing knowing) throws IOException, InterruptedException {
        Optional<Share> share = isHere ? Share.of(machine, hosts, Optional.empty()) : Optional.empty();
        if (share.isEmpty() || cgroups.isEmpty()) {
            return share;
        }
        return Share.of(machine, hosts, graph(knowing.resources()));
    }

    private static Optional<Subgraph> graph(String text) {
        try {
            return Optional.of(JgfReader.read(text, "resources"));
        } catch (GraphException e) {
            LOG.debug("How much memory a job has is not known: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /** What its processes find in their environment of it. */
    Map<String, String> environment(Share share) {
        IdSet own = processors.of(share.cores());
        return own.isEmpty() ? Map.of() : Map.of("BANYAN_CPUS", own.toString());
    }

    /** The words of a command that is kept to a share. */
    List<String> confined(JobId job, Optional<Share> share, List<String> command) {
        IdSet own = share.map(it -> processors.of(it.cores())).orElse(IdSet.empty());
        List<String> words = command;
        if (taskset.isPresent() && !own.isEmpty()) {
            words = new ArrayList<>(List.of(taskset.get().toString(), "-c", own.toString()));
            words.addAll(command);
        } else if (taskset.isPresent()
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

    private void tellOnce(JobId job) {
        if (!hasTold.getAndSet(true)) {
            LOG.warn(
                    "Job {} is not kept on its cores: none of them is a processor that this daemon may use; there will be no word of others",
                    job);
        }
    }

    /** Ends what still runs of a job in its cgroup, and that as well. */
    void end(JobId job) throws InterruptedException {
        if (cgroups.isPresent()) {
            cgroups.get().of(job).end();
        }
    }
}
