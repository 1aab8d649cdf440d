package io.banyan.rpc.execute;

import io.banyan.graph.io.RExecution;
import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.ShellOptions;
import io.banyan.rpc.pmi.PmiServer;
import io.banyan.rpc.process.CommandSession;
import io.banyan.rpc.process.ShellVariables;
import io.banyan.rset.HostList;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The environment variables that describe a job to its processes. */
final class JobEnvironment {
    /** The variables of a rank of another job, in which this one may have been submitted. */
    private static final Set<String> RANKS = Set.of(PmiServer.PORT, PmiServer.ID, "PMI_FD");

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private JobEnvironment() {}

    /** The variables of all of them: those of the jobspec, and then those that it cannot override. */
    static Map<String, String> of(
            JobRecord job, Jobspec jobspec, List<RExecution.Host> hosts, JobLayout layout, JobDirectory directory) {
        Map<String, String> environment = said(jobspec);
        if (ShellOptions.ofEarlier(jobspec.attributes()).slurmVariables()) {
            environment.putAll(SlurmVariables.of(job, jobspec, hosts, layout));
        }
        environment.put("BANYAN_JOB_ID", job.id().toString());
        environment.put("BANYAN_JOB_NAME", job.name());
        environment.put("BANYAN_JOB_DIR", directory.path().toString());
        if (!job.window().isEndless()) {
            environment.put("BANYAN_JOB_END", Long.toString(job.window().endSec()));
        }
        environment.put("BANYAN_R", directory.resources().toString());
        String names =
                HostList.of(hosts.stream().map(RExecution.Host::name).toList()).toString();
        environment.put("BANYAN_HOSTLIST", names);
        environment.put("BANYAN_NODELIST", names);
        environment.put("BANYAN_HOSTFILE", directory.hostFile().toString());
        environment.put("BANYAN_NNODES", Integer.toString(hosts.size()));
        environment.put("BANYAN_SIZE", Integer.toString(layout.processes().size()));
        if (Conditions.of(jobspec).checkpoint().isPresent()) {
            environment.put("BANYAN_CHECKPOINT_DIR", directory.checkpoint().toString());
        }
        Optional<ArrayPlace> array = job.submission().flatMap(Submission::array);
        array.ifPresent(place -> {
            environment.put("BANYAN_ARRAY_JOB", place.first().toString());
            environment.put("BANYAN_ARRAY_INDEX", Long.toString(place.index()));
            environment.put("BANYAN_ARRAY_SIZE", Integer.toString(place.count()));
        });
        return environment;
    }

    /**
     * The variables that the jobspec sets, in a map of the caller's. Names that no shell takes for those of variables
     * are left out, and those that a shell does not let a script export, and so is the mark by which a job's processes
     * are found: with the mark of another job they would end with that. No process has them before it runs as the job's
     * user.
     */
    static Map<String, String> said(Jobspec jobspec) {
        Map<String, String> environment = new LinkedHashMap<>();
        jobspec.attributes().environment().forEach((name, value) -> {
            if (NAME.matcher(name).matches()
                    && ShellVariables.canBeExported(name)
                    && !name.equals(CommandSession.MARK)
                    && !RANKS.contains(name)) {
                environment.put(name, value);
            }
        });
        return environment;
    }

    /**
     * For one of them.
     *
     * @param job the variables of all of them
     * @param slurm whether it finds Slurm's variables too
     */
    static Map<String, String> of(int rank, JobLayout layout, Map<String, String> job, boolean slurm) {
        JobLayout.Rank process = layout.processes().get(rank);
        JobLayout.Place place = process.place();
        Map<String, String> own = new LinkedHashMap<>();
        own.put("BANYAN_RANK", Integer.toString(rank));
        own.put("BANYAN_HOST", place.host());
        if (!place.cores().isEmpty()) {
            own.put("BANYAN_CORES", place.cores().toString());
        }
        if (layout.hasGpus()) {
            own.put("BANYAN_GPUS", place.gpus().toString());
            own.putAll(GpuVariables.of(place.gpus(), job));
        }
        if (slurm) {
            own.putAll(SlurmVariables.ofRank(rank, layout));
        }
        return own;
    }

    /** The working directory, and the files for output. */
    static Path workingDirectory(Jobspec jobspec, JobDirectory directory) {
        return jobspec.attributes().cwd().map(Path::of).filter(Path::isAbsolute).orElse(directory.path());
    }
}
