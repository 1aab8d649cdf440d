package io.banyan.rpc.execute;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.resource.JobId;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.Outlets;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.ChildPlaces;
import io.banyan.rpc.process.JobUsers;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import io.banyan.rset.HostList;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs submitted jobs as processes of this machine, each job by a thread of its own. The processes outlive the daemon,
 * and the next one on the state directory takes them over. Any thread may call; no call blocks.
 */
public final class LocalJobs implements Outlets.Jobs, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalJobs.class);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final StateDirectory state;
    private final ChildPlaces children;
    private final JobUsers users;
    private final ExecutionConfig config;
    private final Inbox inbox;
    private final JobInputs inputs;
    private final JobUsages usages;
    private final JobSignals signals;
    private final JobDirectories directories;
    private final Confining confining;
    private final GraphGpus graphGpus = new GraphGpus(System::nanoTime);
    private final Map<JobId, LocalJob> running = new ConcurrentHashMap<>();
    /** The states of jobs without processes, which hold their resources until they are ended. */
    private final Set<JobId> empty = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    /**
     * Creates jobs without processes.
     *
     * @param state the daemon's own directory
     * @param children the places of instances that jobs start
     * @param users the users that run their processes
     * @param config how they are started, and the hooks before and after each
     * @param isTop whether the daemon has no parent
     * @param remembered the number of kept directories of ended jobs
     * @param inbox answers queries for their resources, and receives their ends
     * @param inputs their standard inputs
     * @param usages receives their usage
     * @param signals reaches their processes
     */
    public LocalJobs(
            StateDirectory state,
            ChildPlaces children,
            JobUsers users,
            ExecutionConfig config,
            boolean isTop,
            int remembered,
            Inbox inbox,
            JobInputs inputs,
            JobUsages usages,
            JobSignals signals) {
        this.inputs = inputs;
        this.usages = usages;
        this.signals = signals;
        this.state = state;
        this.children = children;
        this.users = users;
        this.config = config;
        this.inbox = inbox;
        this.directories = new JobDirectories(state, children, remembered);
        this.confining = Confining.of(config, isTop);
    }

    @Override
    public void start(Effect.StartJob start) {
        if (start.jobspec().tasks().isEmpty()) {
            empty.add(start.job());
            return;
        }
        LocalJob job = job(start);
        if (!job.traits().readsSubmitter()) {
            inputs.refuse(start.job());
        }
        if (job.traits().endsWithSubmitter()) {
            inputs.watch(start.job(), () -> cancelWithoutSubmitter(start.job()));
        }
        begin(job);
        if (start.goesOn() && job.traits().isMalleable()) {
            // It may have been rescaled just before the earlier daemon ended.
            Thread.ofVirtual().name("banyan-confine-" + job.id()).start(() -> {
                try {
                    confine(job);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    private void cancelWithoutSubmitter(JobId job) {
        LOG.warn("Job {} is cancelled: the command that submitted it has not been heard of for a minute", job);
        var cancel = new JobRequest.Cancel(job, false, Set.of(JobState.RUNNING));
        inbox.ask(Principal.OWNER, cancel, TimeUnit.MINUTES.toNanos(1), new ReplyTo() {
            @Override
            public void answer(Answer answer, List<LevelTiming> timings) {
                if (answer instanceof Answer.Failed failed) {
                    LOG.info("Job {} is not cancelled: {}", job, failed.message());
                }
            }

            @Override
            public void fail(Failure failure, String sentence) {
                LOG.warn("Job {} is not cancelled: {}", job, sentence);
            }
        });
    }

    private void confine(LocalJob job) throws InterruptedException {
        try {
            job.confine(source(job));
        } catch (IOException | RuntimeException e) {
            LOG.warn("Job {} is not restricted to its current resources: {}", job.id(), e.getMessage());
        }
    }

    private LocalJob job(Effect.StartJob start) {
        var job = new LocalJob(
                start,
                state,
                children.directory(start.job()),
                directories.of(start.job()),
                users,
                config,
                confining,
                inputs);
        running.put(start.job(), job);
        usages.begun(start.job(), job.meter());
        signals.begun(start.job(), job.processes());
        if (job.traits().hasCheckpoint()) {
            directories.keepCheckpoint(start.job());
        }
        return job;
    }

    private void begin(LocalJob job) {
        Thread.ofVirtual().name("banyan-job-" + job.id()).start(() -> run(job));
    }

    @Override
    public void stop(Effect.StopJob stop) {
        LocalJob job = running.get(stop.job());
        Optional<Effect.StopJob.Asked> earlier =
                stop.earlier().filter(it -> !it.start().jobspec().tasks().isEmpty());
        if (job != null) {
            job.stop(stop.graceMillis());
        } else if (earlier.isPresent()) {
            LocalJob left = job(earlier.get().start());
            left.stopAgain(stop.graceMillis(), earlier.get().atMillis());
            begin(left);
        } else if (empty.remove(stop.job()) || stop.earlier().isPresent()) {
            tell(new Event.JobFinished(stop.job(), true, ""), stop.job());
        }
        // The end of any other job was reported already, and is reported once only.
    }

    /** Asks the processes of a job on a thread of its own. A job without processes accepts every change. */
    @Override
    public void rescale(Effect.Rescale rescale) {
        LocalJob job = running.get(rescale.job());
        if (job == null) {
            var yes = new Event.RescaleAnswered(rescale.job(), rescale.number(), true, "");
            tell(yes, rescale.job());
            return;
        }
        Thread.ofVirtual().name("banyan-rescale-" + rescale.job()).start(() -> {
            try {
                Optional<RescaleQuestion> question = job.question(rescale.answerMillis());
                if (question.isPresent()) {
                    question.get().ask(rescale).ifPresent(answer -> tell(answer, rescale.job()));
                }
            } catch (IOException | RuntimeException e) {
                LOG.warn("Job {} cannot be asked to rescale: {}", rescale.job(), e.getMessage());
                tell(
                        new Event.RescaleAnswered(
                                rescale.job(),
                                rescale.number(),
                                false,
                                "the job could not be asked: " + e.getMessage()),
                        rescale.job());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public void over(Effect.RescaleOver over) {
        LocalJob job = running.get(over.job());
        if (job != null) {
            Thread.ofVirtual().name("banyan-rescale-" + over.job()).start(() -> {
                try {
                    if (over.isAccepted()) {
                        confine(job);
                    }
                    job.question().over(over);
                } catch (IOException e) {
                    LOG.warn(
                            "The resources of job {} are not written to its directory: {}", over.job(), e.getMessage());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    @Override
    public void forget(JobId job) {
        if (directories.hasCheckpoint(job)) {
            Thread.ofVirtual().name("banyan-forget-" + job).start(() -> directories.forget(job));
        }
    }

    private void run(LocalJob job) {
        Event.JobFinished finished;
        try {
            finished = job.run(source(job));
        } catch (IOException | RuntimeException e) {
            LOG.warn("Job {} cannot be run: {}", job.id(), e.getMessage());
            finished = new Event.JobFinished(job.id(), true, job.whyNotBegun(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        directories.ended(job.id());
        inputs.ended(job.id());
        if (!closed) {
            tell(finished, job.id());
        }
        // By now it may have started again.
        running.remove(job.id(), job);
        usages.ended(job.id(), job.meter());
        signals.ended(job.id(), job.processes());
    }

    private JobSource source(LocalJob job) {
        return new JobSource() {
            @Override
            public void epilogStarts() {
                if (!closed) {
                    tell(new Event.EpilogStarted(job.id()), job.id());
                }
            }

            @Override
            public JobSource.Known known() throws IOException, InterruptedException {
                return LocalJobs.this.known(job);
            }

            @Override
            public String resources() throws IOException, InterruptedException {
                return info(job, MatchFormat.RV1_NOSCHED).resources();
            }

            @Override
            public boolean hasGpus() throws IOException, InterruptedException {
                return graphGpus.areKnown(() -> ask(GraphGpus.FIRST, Answer.class));
            }

            @Override
            public boolean isOneNode() throws IOException, InterruptedException {
                var two = new Request.Nodes("node", HostList.of(List.of()), Set.of(), Optional.empty(), 2);
                return ask(two, Answer.Nodes.class).nodes().size() == 1;
            }

            @Override
            public String graph() throws IOException, InterruptedException {
                return info(job, MatchFormat.JGF).resources();
            }
        };
    }

    private JobSource.Known known(LocalJob job) throws IOException, InterruptedException {
        return new JobSource.Known(
                info(job, MatchFormat.RV1_NOSCHED),
                job.traits().isMalleable()
                        ? ask(new RescaleRequest.Look(job.id()), MalleableAnswer.Slots.class)
                                .slots()
                        : 0);
    }

    private JobAnswer.JobInfo info(LocalJob job, MatchFormat format) throws IOException, InterruptedException {
        return ask(new JobRead.JobInfo(job.id(), format), JobAnswer.JobInfo.class);
    }

    /** Asks the instance, and repeats the question if the instance is overloaded. */
    private <A extends Answer> A ask(Request request, Class<A> wanted) throws IOException, InterruptedException {
        while (!closed) {
            var heard = new CompletableFuture<Object>();
            inbox.ask(Principal.OWNER, request, TimeUnit.MINUTES.toNanos(1), new ReplyTo() {
                @Override
                public void answer(Answer answer, List<LevelTiming> timings) {
                    heard.complete(answer);
                }

                @Override
                public void fail(Failure failure, String sentence) {
                    heard.complete(failure == Failure.OVERLOADED ? failure : sentence);
                }
            });
            Object answer = heard.join();
            if (wanted.isInstance(answer)) {
                return wanted.cast(answer);
            }
            if (answer != Failure.OVERLOADED) {
                String why = answer instanceof Answer.Failed failed ? failed.message() : String.valueOf(answer);
                throw new IOException("the daemon does not report the resources of the job: " + why);
            }
            Thread.sleep(PAUSE);
        }
        throw new InterruptedException("the daemon is ending");
    }

    private void tell(Event event, JobId job) {
        if (!inbox.tell(event)) {
            LOG.info("A report of job {} arrived too late: {}", job, event);
        }
    }

    /** Watches no job any more; running jobs continue. */
    @Override
    public void close() {
        closed = true;
        inputs.close();
    }
}
