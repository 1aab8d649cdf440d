package io.banyan.workflow.reduce;

/** A way to make a graph of blocks smaller, so that each plan of the result is one of the original. */
public interface ReductionRule {
    /** Returns the name by which settings switch the rule. */
    String name();

    /** Returns the smaller graph; the same one if there is nothing to reduce. */
    BlockGraph reduced(BlockGraph graph, ReductionSettings settings);
}
