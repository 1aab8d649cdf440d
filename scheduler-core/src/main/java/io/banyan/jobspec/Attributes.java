package io.banyan.jobspec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a jobspec: all but resources and tasks (RFC 14).
 *
 * @param durationSec how long the job may run, fractions rounded up; 0 where none was given, which means to the end of
 *     the graph's time
 * @param queue the queue it is meant for
 * @param constraint which nodes it accepts
 * @param cwd the working directory
 * @param environment variables of the job's processes, in the order given
 * @param system the other system attributes, kept as they were: strings, numbers, booleans, lists, maps and nulls
 * @param user the user's attributes, kept as they were
 */
public record Attributes(
        long durationSec,
        Optional<String> queue,
        Constraint constraint,
        Optional<String> cwd,
        Map<String, String> environment,
        Map<String, @Nullable Object> system,
        Map<String, @Nullable Object> user) {
    /** The longest duration that can be asked for; exactly representable as a double. */
    public static final long MAX_DURATION_SEC = 1L << 52;

    /** The key of Flux's attributes of the job itself. */
    static final String JOB = "job";

    static final String BANK = "bank";
    private static final Attributes NONE = lasting(0);

    /** Checks the duration, and the keys of Banyan. */
    public Attributes {
        if (durationSec < 0 || durationSec > MAX_DURATION_SEC) {
            throw new IllegalArgumentException(
                    "duration must be 0 to " + MAX_DURATION_SEC + " seconds, found " + durationSec);
        }
        environment = LatestEnvironments.shared(environment);
        system = Opaque.copyOf(system);
        user = Opaque.copyOf(user);
        Extensions.of(system);
    }

    /** Returns the settings for Banyan in the system attributes. O(their number). */
    public Extensions extensions() {
        return Extensions.of(system);
    }

    /** Whether the settings for Banyan have numbers of nodes over the time of the job. Reads no other setting. O(1). */
    public boolean hasProfile() {
        return system.get(Extensions.KEY) instanceof Map<?, ?> said && said.containsKey(Extensions.PROFILE);
    }

    /** Returns these attributes, to be matched by this policy. */
    public Attributes withPolicy(String policy) {
        return asking(Extensions.POLICY, policy);
    }

    /** Returns these attributes with numbers of nodes over the time of the job. */
    public Attributes withProfile(NodeProfile profile) {
        return asking(Extensions.PROFILE, profile.value());
    }

    /** Returns these attributes, where every node that is used is given whole, or not. */
    public Attributes withNodeExclusive(boolean whole) {
        return asking(Extensions.NODE_EXCLUSIVE, whole);
    }

    /** The account that pays for the job: a project or a group ({@code bank}, as in Flux); empty if none is named. */
    public Optional<String> account() {
        return system.get(BANK) instanceof String bank && !bank.isEmpty() ? Optional.of(bank) : Optional.empty();
    }

    /**
     * The name of the job ({@code job.name}, as in Flux); empty where it has none.
     *
     * @throws IllegalArgumentException with one sentence, where it cannot be a name
     */
    public Optional<String> jobName() {
        Object name = ShellOptions.known(JOB, system.get(JOB), "name").get("name");
        if (name != null && !(name instanceof String)) {
            throw new IllegalArgumentException("'job.name' must be text, found " + name);
        }
        return Optional.ofNullable((String) name).filter(it -> !it.isEmpty());
    }

    /** Returns these attributes for a job for which this account pays. */
    public Attributes paidBy(String account) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(system);
        changed.put(BANK, account);
        return new Attributes(durationSec, queue, constraint, cwd, environment, changed, user);
    }

    /** Returns these attributes for this queue, with this constraint. */
    public Attributes inQueue(String name, Constraint newConstraint) {
        return new Attributes(durationSec, Optional.of(name), newConstraint, cwd, environment, system, user);
    }

    /** Returns these attributes for a job that starts a child instance with these options. */
    Attributes starting(Map<String, String> options) {
        return asking(Extensions.INSTANCE, options);
    }

    /** Returns these attributes, using this extension as well. */
    public Attributes using(Extension extension) {
        if (extensions().uses(extension)) {
            return this;
        }
        List<String> used = Stream.concat(extensions().used().stream(), Stream.of(extension))
                .map(Extension::word)
                .toList();
        return asking(Extensions.USED, used);
    }

    /**
     * Returns the attributes of a job as a submitter completes them: existing values take precedence, and the rest is
     * the submitter's.
     *
     * @param newCwd the submitter's working directory
     * @param newEnvironment the submitter's variables
     * @param umask the submitter's file mode creation mask; empty for the daemon's choice
     * @param softLimits the submitter's soft limits, by the names of {@link ShellOptions#LIMITS}
     */
    public Attributes submittedFrom(
            String newCwd, Map<String, String> newEnvironment, OptionalInt umask, Map<String, Long> softLimits) {
        Map<String, String> variables = new LinkedHashMap<>(newEnvironment);
        variables.putAll(environment);
        return new Attributes(
                durationSec,
                queue,
                constraint,
                Optional.of(cwd.orElse(newCwd)),
                variables,
                ShellOptions.completed(system, umask, softLimits),
                user);
    }

    /** Returns these attributes with this working directory, an absolute path. */
    public Attributes in(String directory) {
        return new Attributes(durationSec, queue, constraint, Optional.of(directory), environment, system, user);
    }

    /** Returns these attributes with this constraint. */
    public Attributes accepting(Constraint newConstraint) {
        return new Attributes(durationSec, queue, newConstraint, cwd, environment, system, user);
    }

    /** Returns these attributes with these variables, which replace others of their names. */
    public Attributes withVariables(Map<String, String> variables) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.putAll(variables);
        return new Attributes(durationSec, queue, constraint, cwd, all, system, user);
    }

    /** Does not show the values of variables: they can be secret, and texts such as this one go to logs. */
    @Override
    public String toString() {
        return "Attributes[durationSec=" + durationSec + ", queue=" + queue + ", constraint=" + constraint + ", cwd="
                + cwd + ", environment=" + environment.keySet() + ", system=" + system + ", user=" + user + "]";
    }

    /** Returns these attributes with this system attribute. */
    Attributes with(String key, Object value) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(system);
        changed.put(key, value);
        return new Attributes(durationSec, queue, constraint, cwd, environment, changed, user);
    }

    private Attributes asking(String key, Object value) {
        Map<String, @Nullable Object> own = own();
        own.put(key, value);
        return saying(own);
    }

    /** A copy of the settings for Banyan. */
    private Map<String, @Nullable Object> own() {
        Map<String, @Nullable Object> own = new LinkedHashMap<>();
        if (system.get(Extensions.KEY) instanceof Map<?, ?> said) {
            said.forEach((known, old) -> own.put(String.valueOf(known), old));
        }
        return own;
    }

    private Attributes saying(Map<String, @Nullable Object> own) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(system);
        changed.put(Extensions.KEY, own);
        return new Attributes(durationSec, queue, constraint, cwd, environment, changed, user);
    }

    /** Returns these attributes for a job that has to end by a time, in seconds since the epoch. */
    public Attributes by(long deadlineSec) {
        return asking(Extensions.DEADLINE, deadlineSec);
    }

    /** Returns these attributes for a job that ends after its duration, and not at its deadline. */
    Attributes endingWithBooking() {
        return asking(Extensions.END, Extensions.BOOKING);
    }

    /** Returns these attributes for a grow that chooses nodes near one of the job's ({@link Extensions}). */
    Attributes near(String node, String policy, boolean elsewhere) {
        Attributes near = asking(Extensions.NEAR, node).asking(Extensions.POLICY, policy);
        return elsewhere ? near.asking(Extensions.ELSEWHERE, true) : near;
    }

    /** Returns these attributes for a source that does not know the node near which nodes were requested. */
    Attributes withoutNear() {
        if (extensions().near().isEmpty()) {
            return this;
        }
        Map<String, @Nullable Object> own = own();
        List.of(Extensions.NEAR, Extensions.ELSEWHERE, Extensions.POLICY).forEach(own::remove);
        return saying(own);
    }

    /** Returns these attributes without variables. */
    Attributes withoutEnvironment() {
        return environment.isEmpty()
                ? this
                : new Attributes(durationSec, queue, constraint, cwd, Map.of(), system, user);
    }

    /** Returns these attributes without the content of the files that the jobspec carries. */
    Attributes withoutFileContent() {
        Object files = system.get(JobFiles.KEY);
        return files == null ? this : with(JobFiles.KEY, JobFiles.withoutContent(files));
    }

    /** Returns these attributes with another duration, in seconds. */
    Attributes with(long newDurationSec) {
        return new Attributes(newDurationSec, queue, constraint, cwd, environment, system, user);
    }

    /** The attributes of a jobspec that gives none. */
    public static Attributes none() {
        return NONE;
    }

    /** Attributes that give a duration and nothing else. */
    public static Attributes lasting(long durationSec) {
        return new Attributes(
                durationSec, Optional.empty(), new Constraint.Any(), Optional.empty(), Map.of(), Map.of(), Map.of());
    }
}
