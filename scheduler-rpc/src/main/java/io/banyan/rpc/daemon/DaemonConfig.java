package io.banyan.rpc.daemon;

import io.banyan.instance.config.Elasticity;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.config.RevokePolicy;
import io.banyan.instance.config.UserBookings;
import io.banyan.jobspec.OnLost;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.Queues;
import io.banyan.resource.MatchSubsystems;
import io.banyan.resource.Subsystem;
import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.execute.ExecutionConfig;
import io.banyan.rpc.health.HealthConfig;
import io.banyan.rpc.history.HistoryPolicy;
import io.banyan.rpc.launch.Elsewhere;
import io.banyan.rpc.launch.LaunchCommand;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.store.JournalKind;
import io.banyan.rpc.store.SqlJournal;
import io.banyan.rpc.transport.Address;
import java.util.List;
import java.util.Optional;

/**
 * The configuration of a daemon at its start, made by its {@link Builder}.
 *
 * @param state its state directory
 * @param resources the source of its resources
 * @param instance the configuration of its instance without the address, which is known when it listens
 * @param providers its external providers, in the order in which they are asked
 * @param listen where; port 0 for any free one
 * @param queueCapacity how many requests of clients may wait
 * @param launcher how its children are started
 * @param execution how the processes of submitted jobs are run
 * @param health how its nodes are checked
 * @param journal how long its journal lives, and those of its children
 * @param history how long jobs that are over are kept, where the journal is durable
 * @param shortenAfter the number of records after which it checks whether the journal can be shortened
 * @param sharing the server of a journal that several daemons share
 * @param security its security settings
 * @param logging its logging settings
 * @param metrics where it serves its metrics; empty for nowhere
 */
public record DaemonConfig(
        StateDirectory state,
        ResourceSource resources,
        InstanceConfig instance,
        List<ProviderSpec> providers,
        Address listen,
        int queueCapacity,
        LaunchCommand launcher,
        ExecutionConfig execution,
        HealthConfig health,
        JournalKind journal,
        HistoryPolicy history,
        long shortenAfter,
        Optional<StandbySettings> sharing,
        SecurityConfig security,
        Logging logging,
        Optional<Address> metrics) {
    /** Where a daemon listens if nothing else is said. */
    public static final Address LOOPBACK = new Address("127.0.0.1", 0);

    /** Checks that the parts agree. */
    public DaemonConfig {
        if (queueCapacity < 1) {
            throw new IllegalArgumentException(
                    "The queue of requests must hold at least 1, found " + queueCapacity + ".");
        }
        if (journal == JournalKind.MEMORY && resources instanceof Founded) {
            throw new IllegalArgumentException(
                    "A daemon with its journal in memory requires --graph FILE, because it has no earlier state.");
        }
        security.requireSafe(listen);
        if (journal == JournalKind.MEMORY && sharing.isPresent()) {
            throw new IllegalArgumentException("A journal on a server must be durable.");
        }
        Subsystem dominant = instance.match().subsystems().dominant();
        if (!dominant.equals(Subsystem.CONTAINMENT)) {
            throw new IllegalArgumentException("A daemon must traverse containment first, not " + dominant
                    + "; use containment+" + dominant + " to draw from that subsystem.");
        }
        providers = List.copyOf(providers);
        if (!instance.grow().providers().equals(names(providers))) {
            throw new IllegalArgumentException("The instance is configured with the providers "
                    + instance.grow().providers() + ", but the daemon with " + names(providers) + ".");
        }
        if (sharing.isPresent() && providers.stream().anyMatch(ProviderSpec::hasBudget)) {
            throw new IllegalArgumentException(
                    "The spending of a provider is recorded in the state directory of one daemon; daemons that share a journal on a server support neither 'budget' nor 'user-budget'.");
        }
    }

    private static List<String> names(List<ProviderSpec> providers) {
        return providers.stream().map(ProviderSpec::name).toList();
    }

    /**
     * A configuration with defaults for all else.
     *
     * @throws IllegalArgumentException if the name cannot be one
     */
    public static Builder of(StateDirectory state, String name, ResourceSource resources) {
        return new Builder(state, name, resources);
    }

    /** Collects the values that differ from the defaults. For one thread. */
    public static final class Builder {
        private final StateDirectory state;
        private final ResourceSource resources;
        private InstanceConfig instance;
        private List<ProviderSpec> providers = List.of();
        private Address listen = LOOPBACK;
        private int queueCapacity = Mailbox.DEFAULT_CAPACITY;
        private JournalKind journal = JournalKind.DURABLE;
        private HistoryPolicy history = HistoryPolicy.DEFAULT;
        private long shortenAfter = SqlJournal.SHORTENED_EVERY;
        private Optional<StandbySettings> sharing = Optional.empty();
        private SecurityConfig security = SecurityConfig.DEFAULT;
        private Logging logging = Logging.DEFAULT;
        private Optional<Address> metrics = Optional.empty();
        private LaunchCommand launcher = LaunchCommand.ofThisProcess(System.getenv());

        private ExecutionConfig execution = ExecutionConfig.LOCAL;
        private HealthConfig health = HealthConfig.NONE;

        private Builder(StateDirectory state, String name, ResourceSource resources) {
            this.state = state;
            this.resources = resources;
            InstanceConfig fresh = switch (resources) {
                case GraphFile file -> InstanceConfig.root(name);
                case Founded it -> InstanceConfig.root(name);
                case Parent parent -> InstanceConfig.child(name, parent.job());
            };
            this.instance = fresh.durably(journal == JournalKind.DURABLE);
        }

        /** Where it listens. */
        public Builder listen(Address address) {
            listen = address;
            return this;
        }

        /** Sets how the processes of submitted jobs are run. */
        public Builder executing(ExecutionConfig how) {
            execution = how;
            return this;
        }

        /** How its nodes are checked. */
        public Builder checking(HealthConfig how) {
            health = how;
            return this;
        }

        /** How jobs wait, and in which order they are started. */
        public Builder queueing(Queues queues) {
            instance = instance.queueing(queues);
            return this;
        }

        /** How much users may reserve for their own jobs. */
        public Builder reserving(UserBookings booking) {
            instance = instance.reserving(booking);
            return this;
        }

        /** How malleable jobs are rescaled. */
        public Builder rescaling(Elasticity elasticity) {
            instance = instance.rescaling(elasticity);
            return this;
        }

        /** Sets the treatment of jobs that lose resources and have no setting of their own. */
        public Builder onLost(OnLost onLost) {
            instance = instance.onLost(onLost);
            return this;
        }

        /** How its instance finds resources. */
        public Builder matching(InstanceConfig.Match match) {
            instance = instance.matching(match);
            return this;
        }

        /** Which of the fitting resources are taken, and which types are counted on which vertices. */
        public Builder matching(MatchPolicy policy, PruneFilters filters) {
            instance = instance.matching(policy, filters);
            return this;
        }

        /**
         * Sets how the graph is walked: the meaning of several slots, and the subsystems for draws beside containment.
         */
        public Builder walking(TraverserKind traverser, MatchSubsystems subsystems) {
            instance = instance.walking(traverser, subsystems);
            return this;
        }

        /**
         * Sets the grow order and the external providers, in the order in which they are asked.
         *
         * @throws IllegalArgumentException with one sentence, where two have the same name
         */
        public Builder asking(GrowOrder order, List<ProviderSpec> newProviders) {
            ProviderSpec.requireDifferentNames(newProviders);
            instance = instance.asking(order, names(newProviders)).idling(ProviderSpec.idle(newProviders));
            providers = newProviders;
            return this;
        }

        /** How much it may have. */
        public Builder bounded(InstanceConfig.Most most) {
            instance = instance.bounded(most);
            return this;
        }

        /** Sets the resources that the instance gives back when its parent asks. */
        public Builder yielding(RevokePolicy policy) {
            instance = instance.yielding(policy);
            return this;
        }

        /** The limits of its instance, and how many requests of clients may wait. */
        public Builder within(InstanceLimits limits, int capacity) {
            instance = instance.within(limits);
            queueCapacity = capacity;
            return this;
        }

        /** How its children are started. */
        public Builder launcher(LaunchCommand command) {
            launcher = command;
            return this;
        }

        /** Sets the settings that its children get as well, each as {@code KEY=VALUE}. */
        public Builder passingOn(List<String> settings) {
            launcher = launcher.telling(settings);
            return this;
        }

        /** How its children are started on other machines, where that is wanted. */
        public Builder launching(Optional<Elsewhere> elsewhere) {
            launcher = launcher.elsewhere(elsewhere);
            return this;
        }

        /** How long its journal lives, and those of its children. */
        public Builder journal(JournalKind kind) {
            journal = kind;
            instance = instance.durably(kind == JournalKind.DURABLE);
            return this;
        }

        /** How long jobs that are over are kept, where its journal is durable. */
        public Builder history(HistoryPolicy policy) {
            history = policy;
            return this;
        }

        /** After how many records it looks whether the journal can be shortened. */
        public Builder shortenedAfter(long records) {
            shortenAfter = records;
            return this;
        }

        /** Sets the security options. */
        public Builder secured(SecurityConfig how) {
            security = how;
            return this;
        }

        /**
         * Where its journal is on a server, that other daemons share; those of its children are in their state
         * directories.
         */
        public Builder sharing(Optional<StandbySettings> with) {
            sharing = with;
            return this;
        }

        /** Sets the logging options. */
        public Builder logging(Logging what) {
            logging = what;
            return this;
        }

        /** Where it serves its metrics. */
        public Builder metrics(Optional<Address> address) {
            metrics = address;
            return this;
        }

        /** The configuration. */
        public DaemonConfig build() {
            return new DaemonConfig(
                    state,
                    resources,
                    instance,
                    providers,
                    listen,
                    queueCapacity,
                    launcher.journaling(journal),
                    execution,
                    health,
                    journal,
                    history,
                    shortenAfter,
                    sharing,
                    security,
                    logging,
                    metrics);
        }
    }
}
