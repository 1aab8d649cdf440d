package io.banyan.rpc.execute;

import io.banyan.instance.message.Effect;
import io.banyan.jobspec.ShellOptions;
import io.banyan.provider.process.ChildrenUsage;
import io.banyan.provider.process.Subreaper;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.LaunchTemplate;
import io.banyan.rpc.process.CommandSession;
import io.banyan.rpc.process.OsUser;
import io.banyan.rpc.process.ProcessLimits;
import io.banyan.rpc.process.UserEntry;
import io.banyan.rset.IdSet;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The program of a job: the script that starts its tasks, and the first process, which runs the script.
 *
 * @param user the user that runs it; empty for the user of this process
 * @param output where its tasks write
 */
record JobProgram(
        Effect.StartJob start,
        StateDirectory state,
        JobDirectory directory,
        ExecutionConfig config,
        Confining confining,
        Optional<OsUser> user,
        JobOutput output) {
    private static final File NOTHING = new File("/dev/null");
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));
    private static final ProcessLimits OWN_LIMITS = ProcessLimits.ofThisProcess();

    /** The files that the jobspec carries. */
    CarriedFiles files() {
        return CarriedFiles.of(start.jobspec(), directory.files());
    }

    /**
     * Writes the script, the files of the jobspec, and the environment for a command that starts tasks elsewhere.
     * O(tasks).
     */
    void write(JobLayout layout, Map<String, String> environment) throws IOException {
        Path work = JobEnvironment.workingDirectory(start.jobspec(), directory);
        ShellOptions options = options();
        CarriedFiles files = files();
        files.write();
        var carried = new CarriedEnvironment(environment, output.umask(), options, files);
        Optional<Path> received = config.command().map(template -> directory.environment());
        if (received.isPresent()) {
            Files.writeString(received.get(), carried.text());
        }
        int processes = layout.processes().size();
        JobInput input = JobInput.of(options.input(), processes, directory.path(), output.input(), received);
        JobLabels labels = JobLabels.of(
                options, processes, directory.path(), output.errors().isPresent());
        List<JobScript.Words> ranks = new ArrayList<>();
        for (JobLayout.Rank rank : layout.processes()) {
            Map<String, String> own = JobEnvironment.of(ranks.size(), layout, environment, options.slurmVariables());
            IdSet processors = confining.processors(rank.place());
            if (!processors.isEmpty()) {
                own.put(Confining.PROCESSORS, processors.toString());
            }
            if (config.command().isEmpty()) {
                JobRanks.number(ranks.size(), environment, own);
            }
            List<String> program = config.command().isPresent() ? rank.command() : files.resolved(rank.command());
            List<String> command =
                    GpuVariables.words(own, PseudoTerminal.words(options.input(), ranks.size(), program));
            List<String> words = config.command()
                    .map(template ->
                            template.words(child(rank), carried.receivedBy(work, own, far(rank, environment, command))))
                    .orElseGet(() -> confining.placed(rank.place(), command));
            ranks.add(new JobScript.Words(words, own));
        }
        writeHosts(layout);
        String script = JobScript.of(
                "What job " + start.job() + " runs.",
                work,
                environment,
                ranks,
                input,
                labels,
                directory.status(),
                directory.stopping(),
                config.command().isPresent() ? List.of() : ChildrenUsage.words(directory.usage()));
        Files.writeString(directory.script(), script);
    }

    /** The words of a task on another machine. */
    private List<String> far(JobLayout.Rank rank, Map<String, String> environment, List<String> command) {
        List<String> numbered = JobRanks.numbered(environment, command);
        return config.confinement().affinity() == Affinity.CORES
                ? FarCores.words(rank.place().cores(), numbered)
                : numbered;
    }

    /** A line for each slot: mpirun and mpiexec of all MPI libraries read that form. */
    private void writeHosts(JobLayout layout) throws IOException {
        StringBuilder lines = new StringBuilder();
        layout.slots().forEach((host, count) -> lines.append((host + "\n").repeat(count)));
        Files.writeString(directory.hostFile(), lines);
    }

    private LaunchTemplate.Child child(JobLayout.Rank rank) {
        String name = user.map(OsUser::name).orElse(System.getProperty("user.name", ""));
        return new LaunchTemplate.Child(
                List.of(rank.place().host()), start.job().toString(), name);
    }

    private ShellOptions options() {
        return ShellOptions.ofEarlier(start.jobspec().attributes());
    }

    /** The process that writes a line where the tasks write errors, not started yet. */
    ProcessBuilder saying(String sentence) throws IOException {
        List<String> words = List.of("/bin/sh", "-c", "printf 'banyan: %s\\n' \"$1\" >&2", "sh", sentence);
        var builder = new ProcessBuilder(output.appending().words(user, words));
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectInput(ProcessBuilder.Redirect.from(NOTHING));
        builder.environment().clear();
        return builder;
    }

    /** The first process, not started yet. */
    ProcessBuilder process(Optional<Share> share) throws IOException {
        List<String> words = new ArrayList<>();
        SETSID.stream().filter(Files::isExecutable).findFirst().ifPresent(setsid -> words.add(setsid.toString()));
        words.addAll(List.of("/bin/sh", directory.script().toString()));
        if (user.isEmpty()) {
            output.requireWritable();
        }
        ShellOptions options = options();
        List<String> limited = OWN_LIMITS.words(options.softLimits(), words);
        List<String> command = Subreaper.words(output.words(user, limited));
        var builder = new ProcessBuilder(confining.confined(start.job(), share, command));
        builder.directory(directory.path().toFile()).redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectInput(
                        options.input().isSubmitters()
                                ? ProcessBuilder.Redirect.PIPE
                                : ProcessBuilder.Redirect.from(NOTHING));
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(user.map(OsUser::entry).orElseGet(UserEntry::own).environment());
        if (user.isEmpty()) {
            environment.put("BANYAN_STATE", state.path().toString());
        }
        environment.put(
                CommandSession.MARK, CommandSession.real(directory.path()).toString());
        return builder;
    }
}
