package io.banyan.instance.message.decision;

import io.banyan.graph.Subgraph;
import io.banyan.instance.message.value.ChildRecord;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.Objects;

/** Decisions on the place of an instance in its tree, and on those below it. */
public sealed interface LevelDecision extends Decision {
    /** A child instance has its R, and with it its place in the tree and its time. */
    record Joined(String path, Subgraph resources, TimeWindow window) implements LevelDecision {
        /** Checks the path. */
        public Joined {
            ValueChecks.path(path);
            Objects.requireNonNull(resources, "resources");
            Objects.requireNonNull(window, "window");
        }
    }

    /**
     * The parent gives the instance more time.
     *
     * @param endSec until when
     */
    record Prolonged(long endSec) implements LevelDecision {
        /** Checks the time. */
        public Prolonged {
            ValueChecks.notNegative(endSec, "a time");
        }
    }

    /** A child registered, was lost or was heard of again. */
    record ChildChanged(JobId job, ChildRecord child) implements LevelDecision {
        /** Checks that there is a child. */
        public ChildChanged {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(child, "child");
        }
    }

    /**
     * A child instance has begun to end; its parent may free its resources at any time from now on. A root that stops
     * may start again.
     */
    record Leaving(String why) implements LevelDecision {
        /** Checks that there is a reason. */
        public Leaving {
            ValueChecks.text(why, "a reason");
        }
    }
}
