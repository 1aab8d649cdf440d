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

/** The keys of a daemon's configuration that say how what jobs are submitted for is run. */
final class ExecutionKeys {
    static final Key<Execution> KIND = Key.written(
                    "execution.kind",
                    text("KIND", Execution::parse),
                    "local",
                    "How what jobs are submitted for is run: local (as processes, which the daemon's machine starts), or mock (not "
                            + "at all: a job takes as long as it says).")
            .option("--execution")
            .sample("mock")
            .passedOn();

    static final Key<Optional<LaunchTemplate>> COMMAND = Key.of(
                    "execution.command",
                    text("COMMAND", LaunchTemplate::parse).orNothing(),
                    Optional.empty(),
                    "The command that starts each process of a job on its host, with {start} or {shell-start}, and {host}, {job} "
                            + "and {user} where they are wanted; without it, all processes are on the daemon's machine.")
            .sample("ssh -o BatchMode=yes {host} {shell-start}")
            .passedOn();

    static final Key<Optional<Path>> PROLOG = Key.of(
                    "execution.prolog",
                    path("FILE").orNothing(),
                    Optional.empty(),
                    "A program that runs as the daemon's user before what a job was submitted for; where it fails, so does the "
                            + "job.")
            .sample("/etc/banyan/prolog");

    static final Key<Optional<Path>> EPILOG = Key.of(
                    "execution.epilog",
                    path("FILE").orNothing(),
                    Optional.empty(),
                    "A program that runs as the daemon's user after what a job was submitted for.")
            .sample("/etc/banyan/epilog");

    static final Key<Affinity> AFFINITY = Key.written(
                    "execution.affinity",
                    choice(Affinity.class),
                    "cores",
                    "Whether the processes of a job are kept on its cores (cores; by taskset, on the machine where they run), or run "
                            + "where the machine lets them (none). The daemon's machine is the node with its name, or the only node.")
            .sample("none")
            .passedOn();

    static final Key<Optional<Path>> CGROUP = Key.of(
                    "execution.cgroup",
                    path("DIR").orNothing(),
                    Optional.empty(),
                    "A cgroup (version 2) that is the daemon's to divide: each job gets one below it, with the cores and the "
                            + "memory that it has of a node with this machine's name, and all of it is ended at once. Without it, "
                            + "jobs have no cgroups.")
            .sample("/sys/fs/cgroup/banyan");

    static final Key<PmiSetting> PMI = Key.written(
                    "execution.pmi",
                    text("WHERE", PmiSetting::parse),
                    "auto",
                    "The address of this machine at which the tasks of a job become ranks of an MPI program (PMI-1); auto: the "
                            + "loopback address, or with an execution.command the address of this machine's name; off: nowhere.")
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
