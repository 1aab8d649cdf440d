package io.banyan.instance.message.client;

import io.banyan.graph.NewNames;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.ChosenNames;
import io.banyan.resource.JobId;
import io.banyan.resource.PrintableText;
import io.banyan.resource.Status;
import io.banyan.rset.HostList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** A request that a client may make of an instance. Each is answered by exactly one {@link Answer}. */
public sealed interface Request
        permits JobRequest, RescaleRequest, ReservationRequest, Request.OfGraph, Request.OfLevel {
    /** About the vertices of the instance's graph. */
    sealed interface OfGraph extends Request {}

    /** A request to the instance as one level of the tree. */
    sealed interface OfLevel extends Request {}

    /**
     * MatchGrow (Milroy et al., algorithm 1): from the own graph, else from above or from a provider. Answered by
     * {@link Answer.Grown}, {@link Answer.Refused} or {@link Answer.Failed}; a repeated request with the same id gets
     * the same grant. If an instance that asks for itself already has the requested resources free, nothing is brought
     * and nothing is recorded.
     *
     * @param requestId chosen by the asker, unique in the tree: a UUID
     * @param job the job that gets the resources; empty for the instance itself, in which they stay free
     * @param timeoutMillis how long the asker waits; 0 for the instance's default
     */
    record Grow(String requestId, Optional<JobId> job, Jobspec jobspec, long timeoutMillis) implements OfLevel {
        /** Checks the id and the time. */
        public Grow {
            ValueChecks.requestId(requestId, "a request id");
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(jobspec, "jobspec");
            ValueChecks.notNegative(timeoutMillis, "a timeout");
        }
    }

    /**
     * Return resources that came from the parent or a provider. Answered by {@link Answer.Shrunk} when all levels on
     * the way up have freed them, by {@link Answer.InUse} or {@link Answer.Failed}.
     *
     * @param rule the treatment of jobs that use them: by default nothing is returned then
     * @param waitMillis how long the shrink waits for such jobs; 0 for no limit
     * @param retain whether the resources are only taken from the jobs for which they were grown, and stay here, free
     */
    record Shrink(String requestId, ShrinkTarget target, UseRule rule, long waitMillis, boolean retain)
            implements OfLevel {
        /** Creates a shrink that returns idle resources to their source. */
        public Shrink(String requestId, ShrinkTarget target) {
            this(requestId, target, UseRule.SPARE, 0, false);
        }

        /** Checks the id and the time. */
        public Shrink {
            ValueChecks.requestId(requestId, "a request id");
            Objects.requireNonNull(target, "target");
            Objects.requireNonNull(rule, "rule");
            ValueChecks.notNegative(waitMillis, "a time");
            if (retain && rule != UseRule.SPARE) {
                throw new IllegalArgumentException("--retain cannot be used with --drain or --force");
            }
        }
    }

    /**
     * Ask a child instance for resources back (a revoke). It chooses the resources, and may return less or nothing;
     * with force it is fenced after the grace period if it has not returned everything, and its whole grant is free
     * then. Answered by {@link Answer.Reclaimed} or {@link Answer.Failed}; asked again with the same id, the answer is
     * the same.
     *
     * @param job the child's job
     * @param graceMillis how long the child may wait for its own jobs to end; 0 to return only free resources
     */
    record Reclaim(String requestId, JobId job, RevokeTarget target, long graceMillis, boolean force)
            implements OfLevel {
        /** Checks the id and the time. */
        public Reclaim {
            ValueChecks.requestId(requestId, "a request id");
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(target, "target");
            ValueChecks.notNegative(graceMillis, "a grace period");
        }
    }

    /**
     * Free all resources of a child instance whose end could not be observed: an administrator knows that no process of
     * it runs any more. Only for a child that is lost or being stopped. Answered by {@link JobAnswer.Cancelled} when
     * all is free.
     */
    record Abandon(JobId job) implements OfLevel {
        /** Checks that there is a job. */
        public Abandon {
            Objects.requireNonNull(job, "job");
        }
    }

    /**
     * Allocate resources, and start a child instance on them. Answered by {@link Answer.Spawned} when the child has
     * joined: it has its resources and can be asked.
     *
     * @param name what the child is called
     * @param options for the launcher and the child daemon (its grow order, its providers, its policy), passed on as
     *     they are
     */
    record Spawn(Jobspec jobspec, String name, Map<String, String> options) implements OfLevel {
        /** Checks the name and copies the options, in their order. */
        public Spawn {
            Objects.requireNonNull(jobspec, "jobspec");
            ChosenNames.require(name, "an instance's name");
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }

    /**
     * The vertices that meet these criteria, such as {@code status=up and sched-now=free}. Answered by {@link
     * Answer.Found} or {@link Answer.Failed}.
     */
    record Find(String criteria, MatchFormat format) implements OfGraph {
        /** Checks that there are criteria. */
        public Find {
            ValueChecks.text(criteria, "criteria");
            Objects.requireNonNull(format, "format");
        }
    }

    /**
     * Return the next step on the route to an instance, and the asker's principal there. Answered by {@link Answer.Way}
     * or {@link Answer.Failed}.
     *
     * @param instance this one, or one below it
     */
    record Reach(InstancePath instance) implements OfLevel {
        /** Checks that there is a path. */
        public Reach {
            Objects.requireNonNull(instance, "instance");
        }
    }

    /**
     * Return the figures of this instance and of all instances below it, as far as heartbeats reported them. Answered
     * by {@link Answer.Tree}.
     */
    record Tree() implements OfLevel {}

    /**
     * Return the statistics of the instance. Answered by {@link Answer.Stat}.
     *
     * @param counted whether to include those that are counted over the whole graph, which costs O(V x depth + holds)
     */
    record Stat(boolean counted) implements OfLevel {
        /** Without counting. */
        public Stat() {
            this(false);
        }
    }

    /**
     * Mark vertices, and with them their subtrees, up or down. Answered by {@link Answer.StatusSet} or {@link
     * Answer.Failed}.
     *
     * @param reason why, for people; may be empty
     * @param ownOnly whether a vertex keeps its status if another client than the asker has set it to another value
     *     than up in this instance
     */
    record SetStatus(VertexTarget target, Status status, String reason, boolean ownOnly) implements OfGraph {
        /** Applies to the vertices whichever client has set their status before. */
        public SetStatus(VertexTarget target, Status status, String reason) {
            this(target, status, reason, false);
        }

        /** One vertex. */
        public SetStatus(String path, Status status) {
            this(new VertexTarget.ByPath(path), status);
        }

        /** Without a word. */
        public SetStatus(VertexTarget target, Status status) {
            this(target, status, "");
        }

        /** Checks that nothing is missing. */
        public SetStatus {
            Objects.requireNonNull(target, "target");
            Objects.requireNonNull(status, "status");
            StatusNote.requireReason(reason);
            PrintableText.require("a reason", reason);
        }
    }

    /** Whether vertices are up. Answered by {@link Answer.Statuses} or {@link Answer.Failed}. */
    record GetStatus(VertexTarget target) implements OfGraph {
        /** Checks that there is a target. */
        public GetStatus {
            Objects.requireNonNull(target, "target");
        }
    }

    /**
     * Return the vertices of a type: their status, its origin and reason, and their use. Answered by {@link
     * Answer.Nodes} or {@link Answer.Failed}.
     *
     * @param type usually node
     * @param names of the wanted vertices; none for all
     * @param states of the wanted vertices; none for all
     * @param after only the vertices after this path, the last of an earlier answer; if its vertex is gone, there is no
     *     answer
     * @param from only the vertices after an earlier answer, which contained this number ({@link Answer.Nodes#next}); 0
     *     for all
     * @param most the maximum number of vertices
     */
    record Nodes(String type, HostList names, Set<NodeState> states, Optional<String> after, long from, int most)
            implements OfGraph {
        /** The most vertices of one answer. */
        public static final int MOST = 1_000;

        /** From the beginning, or after a path. */
        public Nodes(String type, HostList names, Set<NodeState> states, Optional<String> after, int most) {
            this(type, names, states, after, 0, most);
        }

        /** Checks how many are wanted. */
        public Nodes {
            ValueChecks.name(type, "a resource type");
            Objects.requireNonNull(names, "names");
            states = Set.copyOf(states);
            after.ifPresent(ValueChecks::path);
            ValueChecks.notNegative(from, "a place in the list");
            if (most < 1 || most > MOST) {
                throw new IllegalArgumentException("1 to " + MOST + " can be requested at once, found " + most);
            }
        }
    }

    /**
     * Give a vertex of this instance's graph a property, or take it away. Instances below that have the vertex already
     * are not notified. Answered by {@link Answer.Properties} or {@link Answer.Failed}.
     *
     * @param value empty to take it away
     */
    record SetProperty(String path, String key, Optional<String> value) implements OfGraph {
        /** The length of the longest key or value, in characters. */
        public static final int LONGEST = 1000;

        /** Checks the path and the lengths. */
        public SetProperty {
            ValueChecks.path(path);
            Objects.requireNonNull(value, "value");
            if (key.isBlank()) {
                throw new IllegalArgumentException(
                        "a property's key must have 1 to " + LONGEST + " characters, found none");
            }
            requirePrintable("key", key);
            value.ifPresent(it -> requirePrintable("value", it));
        }

        private static void requirePrintable(String what, String text) {
            if (text.length() > LONGEST) {
                throw new IllegalArgumentException("a property's " + what + " can have at most " + LONGEST
                        + " characters, found " + text.length());
            }
            PrintableText.require("a property's " + what, text);
        }
    }

    /** The properties of a vertex. Answered by {@link Answer.Properties} or {@link Answer.Failed}. */
    record GetProperties(String path) implements OfGraph {
        /** Checks the path. */
        public GetProperties {
            ValueChecks.path(path);
        }
    }

    /**
     * Add resources to the graph of the root of the tree; existing vertices stay as they are. Answered by {@link
     * Answer.Attached} or {@link Answer.Failed}.
     *
     * @param rules under Fluxion's rules a node may have the name of another one
     */
    record Attach(Subgraph subgraph, MatchRules rules) implements OfGraph {
        /** By the rules of an instance. */
        public Attach(Subgraph subgraph) {
            this(subgraph, MatchRules.BANYAN);
        }

        /** Checks that there is something, and the names. */
        public Attach {
            Objects.requireNonNull(rules, "rules");
            if (subgraph.isEmpty()) {
                throw new IllegalArgumentException("there are no resources to attach");
            }
            NewNames.requirePrintable(subgraph);
            if (rules == MatchRules.BANYAN) {
                NewNames.requireHosts(subgraph);
            }
        }
    }

    /**
     * Remove the instance's own resources from its graph: subtrees, by their tops. Answered by {@link Answer.Removed}
     * or {@link Answer.Failed}.
     *
     * @param force whether they are taken from the jobs that hold them; a job that holds nothing any more then fails
     * @param rules under Fluxion's rules a job that was matched, and never submitted, stays even then
     */
    record Remove(VertexTarget target, boolean force, MatchRules rules) implements OfGraph {
        /** By the rules of an instance. */
        public Remove(VertexTarget target, boolean force) {
            this(target, force, MatchRules.BANYAN);
        }

        /** Checks that there is a target. */
        public Remove {
            Objects.requireNonNull(target, "target");
            Objects.requireNonNull(rules, "rules");
        }
    }

    /** Stop the children, take leave of the parent, end. Answered at once by {@link Answer.Stopping}. */
    record Stop() implements OfLevel {}

    /**
     * End the process and nothing else: jobs, children and provider resources stay as they are for the process that
     * continues the same journal. Answered at once by {@link Answer.Stopping}; refused if there is no durable journal.
     */
    record Suspend() implements OfLevel {}
}
