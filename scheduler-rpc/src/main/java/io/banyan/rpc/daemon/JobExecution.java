package io.banyan.rpc.daemon;

import io.banyan.instance.message.value.Principal;
import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.agent.Outlets;
import io.banyan.rpc.execute.Attendants;
import io.banyan.rpc.execute.AttendedJobs;
import io.banyan.rpc.execute.Execution;
import io.banyan.rpc.execute.JobInputs;
import io.banyan.rpc.execute.JobSignals;
import io.banyan.rpc.execute.JobUsages;
import io.banyan.rpc.execute.LocalJobs;
import io.banyan.rpc.execute.MockJobs;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.launch.ChildPlaces;
import io.banyan.rpc.process.JobUsers;
import io.banyan.rpc.service.MalleableService;
import io.banyan.rpc.service.QueueService;
import io.grpc.BindableService;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The execution of a daemon's jobs: who runs them, and what clients and running jobs exchange through the daemon. */
final class JobExecution {
    private static final Logger LOG = LoggerFactory.getLogger(JobExecution.class);

    private final DaemonConfig config;
    private final JobUsers users;
    private final Mailbox mailbox;
    private final Attendants attendants = new Attendants();
    private final JobInputs inputs = new JobInputs();
    private final JobUsages usages = new JobUsages();
    private final JobSignals signals = new JobSignals();

    JobExecution(DaemonConfig config, JobUsers users, Mailbox mailbox) {
        this.config = config;
        this.users = users;
        this.mailbox = mailbox;
        if (config.security().jobsAsRoot() && ThisUser.isRoot()) {
            LOG.warn("The processes of jobs run as root, like this daemon");
        }
    }

    /** The services by which clients submit jobs and jobs change their resources. */
    List<BindableService> services(ExecutorService executor) {
        return List.of(
                new QueueService(mailbox, this::whyNothingRuns, config.state(), inputs, usages, signals, executor),
                new MalleableService(mailbox, attendants, executor));
    }

    /** Starts the execution of jobs, which ends with {@code closing}. */
    Outlets.Jobs start(ChildPlaces places, InstantSource clock, Closing closing) {
        Outlets.Jobs jobs = switch (config.execution().kind()) {
            case MOCK -> closing.add(new MockJobs(mailbox, clock));
            case LOCAL -> closing.add(local(places));
        };
        return new AttendedJobs(jobs, attendants);
    }

    private LocalJobs local(ChildPlaces places) {
        boolean isTop = !(config.resources() instanceof Parent);
        return new LocalJobs(
                config.state(),
                places,
                users,
                config.execution(),
                isTop,
                config.instance().limits().maxEndedJobs(),
                mailbox,
                inputs,
                usages,
                signals);
    }

    /** The reason why no process can be started for a job of this submitter. */
    private Optional<String> whyNothingRuns(Principal submitter) {
        return config.execution().kind() == Execution.MOCK
                ? Optional.empty()
                : users.refusal(submitter.name(), submitter.osUser());
    }
}
