package io.banyan.rpc.execute;

import io.banyan.graph.io.RExecution;
import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Jobspec;
import io.banyan.rpc.process.UserEntry;
import io.banyan.rset.HostList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Slurm's variables for the processes of a job that asks for them. The names and the forms of the values are those of
 * sbatch(1) and srun(1).
 */
final class SlurmVariables {
    private static final String ONE_CPU = "1";
    /** The names that Slurm's commands show. */
    private static final String USUAL_PARTITION = "default";

    private static final String CLUSTER = "banyan";

    /**
     * Where a job of an instance is a step of the job that has the instance: the number of the latter, which users of
     * Slurm know it by.
     */
    private static final String STEP_OF = "BANYAN_STEP_OF";

    private SlurmVariables() {}

    /** The variables that all processes find. O(hosts). */
    static Map<String, String> of(JobRecord job, Jobspec jobspec, List<RExecution.Host> hosts, JobLayout layout) {
        Map<String, String> variables = new LinkedHashMap<>();
        Optional<String> stepOf =
                Optional.ofNullable(jobspec.attributes().environment().get(STEP_OF));
        String id = stepOf.orElse(job.id().toString());
        stepOf.ifPresent(outer -> {
            String step = Long.toString(job.id().value() - 1);
            variables.put("SLURM_STEP_ID", step);
            variables.put("SLURM_STEPID", step);
        });
        variables.put("SLURM_JOB_ID", id);
        variables.put("SLURM_JOBID", id);
        variables.put("SLURM_JOB_NAME", job.name());
        variables.put(
                "SLURM_JOB_USER", job.submission().flatMap(Submission::osUser).orElseGet(SlurmVariables::ownUser));
        variables.put("SLURM_JOB_PARTITION", jobspec.attributes().queue().orElse(USUAL_PARTITION));
        variables.put("SLURM_CLUSTER_NAME", CLUSTER);
        jobspec.attributes().account().ifPresent(account -> variables.put("SLURM_JOB_ACCOUNT", account));
        jobspec.attributes().cwd().ifPresent(cwd -> variables.put("SLURM_SUBMIT_DIR", cwd));
        putHosts(hosts, layout, variables);
        variables.put("SLURM_JOB_START_TIME", Long.toString(job.window().startSec()));
        if (!job.window().isEndless()) {
            variables.put("SLURM_JOB_END_TIME", Long.toString(job.window().endSec()));
        }
        Optional<ArrayPlace> array = job.submission().flatMap(Submission::array);
        array.ifPresent(place -> putArray(place, variables));
        return variables;
    }

    /** The user of processes for which no other user is known. */
    private static String ownUser() {
        return UserEntry.own().name();
    }

    private static void putHosts(List<RExecution.Host> hosts, JobLayout layout, Map<String, String> variables) {
        String names =
                HostList.of(hosts.stream().map(RExecution.Host::name).toList()).toString();
        variables.put("SLURM_JOB_NODELIST", names);
        variables.put("SLURM_NODELIST", names);
        String nodes = Integer.toString(hosts.size());
        variables.put("SLURM_JOB_NUM_NODES", nodes);
        variables.put("SLURM_NNODES", nodes);
        String tasks = Integer.toString(
                layout.slots().values().stream().mapToInt(Integer::intValue).sum());
        variables.put("SLURM_NTASKS", tasks);
        variables.put("SLURM_NPROCS", tasks);
        variables.put(
                "SLURM_TASKS_PER_NODE",
                runs(layout.slots().values().stream().map(String::valueOf).toList()));
        variables.put(
                "SLURM_JOB_CPUS_PER_NODE",
                runs(hosts.stream()
                        .map(host -> host.children().get("core"))
                        .map(cores -> cores == null ? ONE_CPU : Long.toString(cores.size()))
                        .toList()));
    }

    private static void putArray(ArrayPlace place, Map<String, String> variables) {
        variables.put("SLURM_ARRAY_JOB_ID", place.first().toString());
        variables.put("SLURM_ARRAY_TASK_ID", Long.toString(place.index()));
        variables.put("SLURM_ARRAY_TASK_COUNT", Integer.toString(place.count()));
    }

    /** Numbers that follow each other and are equal, as one: {@code 2(x3),1}. */
    private static String runs(List<String> numbers) {
        List<String> runs = new ArrayList<>();
        int from = 0;
        while (from < numbers.size()) {
            int to = from;
            while (to < numbers.size() && numbers.get(to).equals(numbers.get(from))) {
                to++;
            }
            runs.add(numbers.get(from) + (to - from > 1 ? "(x" + (to - from) + ")" : ""));
            from = to;
        }
        return String.join(",", runs);
    }

    /**
     * The variables of one process. The only process of a job, such as a batch script, has the cores of all tasks that
     * a launcher starts on its host.
     */
    static Map<String, String> ofRank(int rank, JobLayout layout) {
        JobLayout.Rank process = layout.processes().get(rank);
        JobLayout.Place place = process.place();
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("SLURM_PROCID", Integer.toString(rank));
        variables.put("SLURM_LOCALID", Integer.toString(process.local()));
        variables.put("SLURM_NODEID", Integer.toString(process.node()));
        variables.put("SLURMD_NODENAME", place.host());
        if (!place.cores().isEmpty()) {
            boolean isAlone = layout.processes().size() == 1;
            int slots = Math.max(1, layout.slots().getOrDefault(place.host(), 1));
            int cores = place.cores().size();
            variables.put("SLURM_CPUS_PER_TASK", Integer.toString(isAlone ? Math.max(1, cores / slots) : cores));
            variables.put("SLURM_CPUS_ON_NODE", Integer.toString(isAlone ? cores : cores * slots));
        }
        if (!place.gpus().isEmpty()) {
            String gpus = place.gpus().longs().mapToObj(Long::toString).collect(Collectors.joining(","));
            variables.put("SLURM_STEP_GPUS", gpus);
        }
        return variables;
    }
}
