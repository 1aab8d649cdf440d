package io.banyan.elastic;

import java.util.List;
import java.util.OptionalLong;

/**
 * Decides the amount of each malleable job. Pure: the same situation gives the same proposals, and the policy has no
 * state.
 *
 * <p>Proposals are performed in their order. An application may decline a proposal, which then frees nothing. The later
 * proposals that need these resources are dropped, and the policy is called again.
 */
public interface ElasticPolicy {
    /** Returns the name of the policy. */
    String name();

    /**
     * A job has come.
     *
     * @param job it is one of those that wait
     */
    List<Proposal> submitted(Situation situation, ElasticJob job);

    /** Something was freed, or the time has come at which it wanted to be asked. */
    List<Proposal> freed(Situation situation);

    /** Whether it ever proposes that a job is stopped. */
    default boolean stops() {
        return false;
    }

    /** When it wants to be asked although nothing happens, after the proposals were performed; empty for not at all. */
    default OptionalLong nextLook(Situation situation) {
        return OptionalLong.empty();
    }
}
