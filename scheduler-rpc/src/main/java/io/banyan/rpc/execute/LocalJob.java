package io.banyan.rpc.execute;

import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.RExecution;
import io.banyan.graph.io.RReader;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.value.CommandEnd;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.launch.InstanceVariables;
import io.banyan.rpc.process.CommandProcesses;
import io.banyan.rpc.process.JobUsers;
import io.banyan.rpc.process.OsUser;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.process.UserProcess;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One job with its processes. {@link #run} is called once, on a thread that it keeps until nothing of the job runs any
 * more.
 */
final class LocalJob {
    private static final Duration CLEARING = Duration.ofSeconds(2);
    private static final Logger LOG = LoggerFactory.getLogger(LocalJob.class);

    private final Effect.StartJob start;
    private final RunTraits traits;
    private final StateDirectory state;
    private final StateDirectory instance;
    private final JobDirectory directory;
    private final JobUsers users;
    private final ExecutionConfig config;
    private final Confining confining;
    private final JobInputs inputs;
    private final JobMeter meter;
    private final Asking asking = new Asking();
    /** Completes when the first process of the job runs or has run. */
    private final CompletableFuture<Boolean> begun = new CompletableFuture<>();

    private final JobTermination termination;
    /** When an earlier daemon has asked its processes to end. */
    private volatile long askedMillis = Long.MAX_VALUE;

    /** @param instance the directory of the instance that the job starts, where it starts one */
    LocalJob(
            Effect.StartJob start,
            StateDirectory state,
            StateDirectory instance,
            JobDirectory directory,
            JobUsers users,
            ExecutionConfig config,
            Confining confining,
            JobInputs inputs) {
        this.inputs = inputs;
        this.start = start;
        this.traits = RunTraits.of(start);
        this.state = state;
        this.instance = instance;
        this.directory = directory;
        this.users = users;
        this.config = config;
        this.confining = confining;
        this.meter = new JobMeter(start, directory, confining, config.command().isEmpty());
        this.termination = new JobTermination(directory, meter);
    }

    JobId id() {
        return start.job();
    }

    JobMeter meter() {
        return meter;
    }

    /** The processes of its tasks. */
    TaskProcesses processes() {
        return new TaskProcesses(start, directory, users, config);
    }

    /** Ends the processes of the job within the grace period. */
    void stop(long graceMillis) {
        termination.ask(graceMillis);
    }

    /** Ends the processes of a job whose end an earlier daemon has already requested. */
    void stopAgain(long graceMillis, long atMillis) {
        askedMillis = atMillis;
        stop(graceMillis);
    }

    RunTraits traits() {
        return traits;
    }

    /**
     * How it is asked whether it takes another number of slots, once it has begun; empty where it has not in this time.
     */
    Optional<RescaleQuestion> question(long millis) throws IOException {
        boolean canBeAsked = begun.copy()
                .completeOnTimeout(false, millis, TimeUnit.MILLISECONDS)
                .join();
        return canBeAsked ? Optional.of(question()) : Optional.empty();
    }

    /** The question to the job, without waiting. */
    RescaleQuestion question() throws IOException {
        return new RescaleQuestion(start, state, directory, user(), confining, asking);
    }

    private Optional<OsUser> user() throws IOException {
        return users.userOf(start.owner(), start.osUser());
    }

    /** Confines the processes of the job to its current resources. Does nothing if the first process does not run. */
    void confine(JobSource source) throws IOException, InterruptedException {
        Optional<ProcessHandle> leader = directory.leader();
        if (leader.isEmpty()) {
            return;
        }
        List<RExecution.Host> hosts = hosts(source.resources());
        confining.meet(hosts, source::isOneNode);
        Optional<Share> share = confining.share(hosts, source::graph);
        if (share.isPresent()) {
            var processes = new CommandProcesses(directory.path(), leader);
            confining.keep(id(), share.get(), () -> {
                List<ProcessHandle> all = new ArrayList<>(processes.look());
                all.add(leader.get());
                return all;
            });
        }
    }

    /** Starts it, or finds it again, and waits for its end. */
    Event.JobFinished run(JobSource source) throws IOException, InterruptedException {
        Hooks.endEarlier(directory);
        if (start.goesOn()) {
            directory.takeOver();
        }
        if (start.goesOn() && Files.exists(directory.pid()) && !isOfAnEarlierStart()) {
            return goOn(source);
        }
        if (start.goesOn() && termination.isAsked()) {
            // It is not to begin any more.
            config.hooks().after(start, directory, source::resources, source::epilogStarts);
            return stopped();
        }
        GivenInput given = traits.readsSubmitter() ? GivenInput.of(directory) : GivenInput.NONE;
        if (given.isGone()) {
            throw new IOException(
                    "an earlier start consumed its standard input; submit it again, or let it read a file (--input FILE)");
        }
        return begin(source, given);
    }

    private Event.JobFinished begin(JobSource source, GivenInput given) throws IOException, InterruptedException {
        JobSource.Known known = source.known();
        JobAnswer.JobInfo info = known.info();
        Optional<OsUser> user = user();
        makeDirectory();
        List<RExecution.Host> hosts = hosts(info.resources());
        Files.writeString(directory.began(), Long.toString(start.window().startSec()));
        Files.writeString(directory.resources(), info.resources());
        JobLayout layout = JobLayout.of(start.jobspec(), hosts, graph(hosts, source));
        confining.meet(hosts, source::isOneNode);
        Optional<Share> share = confining.share(hosts, source::graph);
        Map<String, String> environment = environment(known, hosts, layout, share);
        if (!layout.hasGpus() && source.hasGpus()) {
            GpuVariables.hideAll(environment);
        }
        String first = hosts.isEmpty() ? "" : hosts.getFirst().name();
        JobOutput output = JobOutput.of(info.job(), start.jobspec(), directory, first);
        var program = new JobProgram(start, state, directory, config, confining, user, output);
        try (var ranks = ranks(program)) {
            ranks.serve(config, layout, user);
            environment.putAll(ranks.environment());
            program.write(layout, environment);
            config.hooks().before(start, directory, info.resources(), termination.asked());
            try {
                return termination.isAsked() ? stopped() : run(program, user, share, given, ranks);
            } finally {
                config.hooks().after(start, directory, source::resources, source::epilogStarts);
            }
        }
    }

    private Map<String, String> environment(
            JobSource.Known known, List<RExecution.Host> hosts, JobLayout layout, Optional<Share> share) {
        JobRecord job = known.info().job();
        Map<String, String> environment = JobEnvironment.of(job, start.jobspec(), hosts, layout, directory);
        job.child().ifPresent(it -> environment.putAll(InstanceVariables.of(instance, it.address(), it.path())));
        share.ifPresent(it -> environment.putAll(confining.environment(it)));
        if (known.slots() > 0) {
            environment.put("BANYAN_SLOTS", Long.toString(known.slots()));
        }
        return environment;
    }

    private JobRanks ranks(JobProgram program) {
        return new JobRanks(id(), () -> stop(CLEARING.toMillis()), sentence -> {
            try {
                Optional<Process> saying = asking.start(program.saying(sentence));
                if (saying.isPresent() && !saying.get().waitFor(CLEARING.toMillis(), TimeUnit.MILLISECONDS)) {
                    LOG.debug("Job {} was not notified at once: {}", id(), sentence);
                }
            } catch (IOException e) {
                LOG.warn("Job {} cannot be notified: {}: {}", id(), sentence, e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Whether the job has waited again since, and the daemon ended before the job started again. */
    private boolean isOfAnEarlierStart() {
        try {
            String began = ForeignFile.read(directory.began(), JobDirectory.MAX_TIME)
                    .text()
                    .strip();
            return !began.equals(Long.toString(start.window().startSec()));
        } catch (IOException unknown) {
            return false;
        }
    }

    private Event.JobFinished run(
            JobProgram program, Optional<OsUser> user, Optional<Share> share, GivenInput given, JobRanks ranks)
            throws IOException, InterruptedException {
        if (user.isPresent()) {
            program.files().giveTo(user.get());
            UserProcess.handOver(state, directory.path(), user.get());
            if (traits.hasCheckpoint()) {
                UserProcess.handOver(state, directory.checkpoint(), user.get());
            }
        }
        ProcessBuilder builder = program.process(share);
        Files.createFile(directory.pid());
        Process process = builder.start();
        try {
            PidFile.write(directory.pid(), process.toHandle());
        } catch (IOException e) {
            // A daemon after this one would not find it, so that it must not go on.
            stop(0);
            await(process.toHandle());
            throw new IOException("the process id cannot be recorded: " + e, e);
        }
        if (traits.readsSubmitter()) {
            inputs.feed(
                    id(),
                    new JobInputs.Reader(process.getOutputStream(), traits.hasTerminal(), this::noteInput),
                    given);
        }
        begun.complete(true);
        boolean byItself = await(process.toHandle());
        int last = process.waitFor();
        // The program that it executes last can fail.
        int status = directory.ended().map(JobDirectory.Ended::status).orElse(last);
        ranks.close();
        return ranks.hasEnded()
                ? new Event.JobFinished(id(), true, ranks.detail(status & 0xff), byItself).using(meter.get())
                : finished(status, byItself);
    }

    private void noteInput(GivenInput given) {
        try {
            given.note(directory);
        } catch (IOException e) {
            LOG.warn("The input of job {} cannot be recorded: {}", id(), e.getMessage());
        }
    }

    private Event.JobFinished finished(int status, boolean byItself) {
        String detail = new CommandEnd(status & 0xff).toString();
        return new Event.JobFinished(id(), status != 0, detail, byItself, meter.get());
    }

    private Event.JobFinished stopped() {
        return new Event.JobFinished(id(), true, "it was ended before its command began");
    }

    String whyNotBegun(Exception e) {
        return CommandEnd.notBegun(String.valueOf(e.getMessage()));
    }

    /** An earlier daemon has started it, or was about to. It is never started twice. */
    private Event.JobFinished goOn(JobSource source) throws IOException, InterruptedException {
        if (traits.readsSubmitter()) {
            if (GivenInput.of(directory).hasEnded()) {
                inputs.refuse(id());
            } else {
                inputs.cutOff(id());
            }
        }
        Optional<ProcessHandle> leader = directory.leader();
        begun.complete(leader.isPresent());
        boolean isByItself = true;
        if (leader.isPresent()) {
            isByItself = await(leader.get());
        } else {
            termination.endLeft();
        }
        config.hooks().after(start, directory, source::resources, source::epilogStarts);
        Optional<JobDirectory.Ended> end = directory.ended();
        return end.isPresent()
                ? finished(end.get().status(), isByItself && end.get().atMillis() < askedMillis)
                : new Event.JobFinished(id(), true, CommandEnd.UNSEEN).using(meter.get());
    }

    /** Waits until nothing of the job runs any more. Returns whether its command has ended by itself. */
    private boolean await(ProcessHandle leader) throws InterruptedException {
        termination.awaitCause(leader);
        asking.end();
        return termination.await(leader);
    }

    private void makeDirectory() throws IOException {
        directory.delete();
        var own = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Files.createDirectories(directory.path(), own);
        if (traits.hasCheckpoint() && !Files.isDirectory(directory.checkpoint(), LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(directory.checkpoint(), own);
        }
    }

    private Optional<Subgraph> graph(List<RExecution.Host> hosts, JobSource source)
            throws IOException, InterruptedException {
        return JobLayout.needsGraph(start.jobspec(), hosts) ? Confining.graph(source.graph()) : Optional.empty();
    }

    private static List<RExecution.Host> hosts(String resources) throws IOException {
        try {
            return RReader.read(new ByteArrayInputStream(resources.getBytes(StandardCharsets.UTF_8)), "R")
                    .hosts();
        } catch (GraphException e) {
            throw new IOException("its resources cannot be written as R: " + e.getMessage(), e);
        }
    }
}
