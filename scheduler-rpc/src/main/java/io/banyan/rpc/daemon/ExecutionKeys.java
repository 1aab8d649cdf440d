package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.choice;
import static io.banyan.rpc.config.ValueType.path;
import static io.banyan.rpc.config.ValueType.text;

import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.execute.Affinity;
import io.banyan.rpc.execute.Confinement;
import io.banyan.rpc.execute.Execution;
import io.banyan.rpc.execute.ExecutionConfig;
import io.banyan.rpc.execute.Hooks;
import io.banyan.rpc.launch.LaunchTemplate;
import io.banyan.rpc.pmi.PmiSetting;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The keys of a daemon's configuration that concern the processes of submitted jobs. */
final class ExecutionKeys {
    static final Key<Execution> KIND = Key.written(
                    "execution.kind",
                    text("KIND", Execution::parse),
                    "local",
                    "How the commands of jobs run: local (as processes that the daemon starts) or mock (not at all; a job only lasts for its duration).")
            .option("--execution")
            .sample("mock")
            .passedOn();

    static final Key<Optional<LaunchTemplate>> COMMAND = Key.of(
                    "execution.command",
                    text("COMMAND", LaunchTemplate::parse).orNothing(),
                    Optional.empty(),
                    "Command that starts each process of a job on its host, with {start} or {shell-start} and optionally {host}, {job} and {user}. Without it, all processes run on the daemon's machine.")
            .sample("ssh -o BatchMode=yes {host} {shell-start}")
            .passedOn();

    static final Key<Optional<Path>> PROLOG = Key.of(
                    "execution.prolog",
                    path("FILE").orNothing(),
                    Optional.empty(),
                    "Program that runs as the daemon's user before the command of a job. If it fails, the job fails.")
            .sample("/etc/banyan/prolog");

    static final Key<Optional<Path>> EPILOG = Key.of(
                    "execution.epilog",
                    path("FILE").orNothing(),
                    Optional.empty(),
                    "Program that runs as the daemon's user after the command of a job.")
            .sample("/etc/banyan/epilog");

    static final Key<Affinity> AFFINITY = Key.written(
                    "execution.affinity",
                    choice(Affinity.class),
                    "cores",
                    "Binding of processes: cores (taskset binds them to the cores of the job on the machine where they run) or none. The daemon's machine is the node with its name, or the only node.")
            .sample("none")
            .passedOn();

    static final Key<Optional<Path>> CGROUP = Key.of(
                    "execution.cgroup",
                    path("DIR").orNothing(),
                    Optional.empty(),
                    "A cgroup (version 2) that is delegated to the daemon. Each job gets a cgroup below it, limited to the cores and the memory that the job has on the node with this machine's name, and all processes of the job end together. Without it, jobs have no cgroups.")
            .sample("/sys/fs/cgroup/banyan");

    static final Key<PmiSetting> PMI = Key.written(
                    "execution.pmi",
                    text("WHERE", PmiSetting::parse),
                    "auto",
                    "Address of this machine that serves PMI-1 to the tasks of MPI programs; auto: the loopback address, or with execution.command the address of this machine's name; off: none.")
            .sample("10.0.0.1");

    static final List<Key<?>> ALL = List.of(KIND, COMMAND, PROLOG, EPILOG, AFFINITY, CGROUP, PMI);

    private ExecutionKeys() {}

    /** The execution options that the settings describe. */
    static ExecutionConfig config(Settings settings) {
        return new ExecutionConfig(
                settings.get(KIND),
                settings.get(COMMAND),
                new Hooks(settings.get(PROLOG), settings.get(EPILOG)),
                new Confinement(settings.get(AFFINITY), settings.get(CGROUP)),
                settings.get(PMI));
    }
}
