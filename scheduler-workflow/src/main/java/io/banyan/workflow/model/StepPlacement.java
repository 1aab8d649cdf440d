package io.banyan.workflow.model;

import java.util.Set;

/**
 * The rules for the place and the start of a step.
 *
 * @param where the batch system or the cloud
 * @param together the steps that start at the same instant as this one
 * @param sameNode the steps that run on the same node as this one
 * @param segments the number of consecutive blocks that the step may be cut into, 1 or more; the step writes
 *     checkpoints between them
 */
public record StepPlacement(Where where, Set<StepId> together, Set<StepId> sameNode, int segments) {
    /** The most segments of a step. */
    public static final int MAX_SEGMENTS = 1_000;

    /** The placement of a step without rules. */
    public static final StepPlacement ANYWHERE = new StepPlacement(Where.BATCH, Set.of(), Set.of(), 1);

    /** The kind of place where a step runs. */
    public enum Where {
        /** A reservation of a batch system. */
        BATCH,
        /** Nodes that a provider creates for the step. */
        CLOUD
    }

    /** Checks the number of segments, and copies the sets. */
    public StepPlacement {
        together = Set.copyOf(together);
        sameNode = Set.copyOf(sameNode);
        if (segments < 1 || segments > MAX_SEGMENTS) {
            throw new IllegalArgumentException("'segments' must be 1 to " + MAX_SEGMENTS + ", found " + segments);
        }
    }
}
