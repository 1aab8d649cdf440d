package io.banyan.match;

import io.banyan.schedule.PoolSupply;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The observer of a traversal, for the explanation of a refusal: {@link Tally} in every match, others for a complete
 * explanation.
 */
public interface Witness {

    /**
     * The vertex is turned away, and with it all that is below it, which the demands might have used.
     *
     * @param matched the demand of the list that names the vertex's type, if there is one
     */
    void turnedAway(int u, @Nullable Demand matched, Demand[] list, Cause cause);

    /** Reports the types that are too scarce below the vertex that is refused next, with their amounts. */
    default void tooLittle(int u, Demand demand, int typeId, long free) {}

    /** How much of a demand was found in one place, and whether that is enough. */
    void found(Demand demand, long qualified, boolean enough);

    /** The demand's candidates must make a shape on the network, which the text describes. */
    default void shaped(Demand demand, String requirement) {}

    /** A supply of an auxiliary subsystem has too little left for a draw; null where there is none at all. */
    default void unsupplied(Reason reason, @Nullable PoolSupply supply) {}

    /**
     * Candidates that fit singly cannot be had beside the others.
     *
     * @param supply the supply with too little for all of them
     * @param left how much it has left
     * @param inAll the draws of all of them and of the earlier choices
     */
    default void crowdedOut(
            Demand demand, List<Candidate> candidates, PoolSupply supply, long left, LongSupplier inAll) {}

    /** So many parcels are like one that was looked at, of which this was seen. */
    default void alike(Tally seen, long parcels) {}

    /** The demands of one place have chosen, or could not. */
    default void chose(Siblings siblings) {}

    /** The vertex has no place in the request: levels can only be left out above the first that the request names. */
    default void outOfPlace(int u, Demand[] list) {}

    /** A vertex that the demand names is offered, with the candidates below it. */
    default void fits(int u, Demand demand) {}

    /** A vertex that the demand names is not offered, since this is lacking below it. */
    default void lacks(int u, Demand demand, Demand lacking) {}

    /**
     * So many slots were made from the children of the vertex.
     *
     * @param alternatives whether other slots were made of the same
     */
    default void made(int u, Demand slot, long slots, boolean alternatives) {}
}
