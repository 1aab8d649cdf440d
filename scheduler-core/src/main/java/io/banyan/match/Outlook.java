package io.banyan.match;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The offers that each parcel of a signature has for a list of demands, as one of these parcels was found to have them.
 */
final class Outlook {

    /** By position in the list of demands. */
    private final ParcelOffer[] offers;

    private final Tally tally;
    private final boolean offersAnything;
    private boolean wasEntered;
    private @Nullable Found found;

    /**
     * The findings of a search in each parcel that it enters.
     *
     * @param arrived how many vertices it visits there
     * @param finished how many of them it goes through
     * @param isSoonLaid whether to lay it on a parcel takes no longer than a few such searches
     */
    record Found(Pattern pattern, long arrived, long finished, boolean isSoonLaid) {}

    private Outlook(ParcelOffer[] offers, Tally tally, boolean offersAnything) {
        this.offers = offers;
        this.tally = tally;
        this.offersAnything = offersAnything;
    }

    /**
     * Returns the outlook from the candidates of one parcel.
     *
     * @param weight the contribution of the parcel's nodes to the score of each vertex in it
     * @param tally the observations on the way, for the reasons of a refusal
     */
    static Outlook of(
            int parcel, Demand[] list, Candidates found, Comparator<Candidate> preference, long weight, Tally tally) {
        var offers = new ParcelOffer[list.length];
        boolean any = false;
        for (int i = 0; i < list.length; i++) {
            offers[i] = ParcelOffer.of(parcel, found.sorted(list[i].typeId, preference), weight);
            any |= offers[i].size() > 0;
        }
        return new Outlook(offers, tally, any);
    }

    /** Returns the offer for the demand at a position of the list. */
    ParcelOffer offer(int demand) {
        return offers[demand];
    }

    /** Whether there is something for any demand. */
    boolean offersAnything() {
        return offersAnything;
    }

    /** Returns the findings in each parcel, or null where they were not kept. */
    @Nullable Found found() {
        return found;
    }

    /** From now on this is known. */
    void keep(Found newFound) {
        found = newFound;
    }

    /** Whether no parcel was entered before; one is from now on. */
    boolean isFirstEntry() {
        boolean isFirst = !wasEntered;
        wasEntered = true;
        return isFirst;
    }

    /** Returns the tally of the observations on the way, for the reasons of a refusal. */
    Tally tally() {
        return tally;
    }
}
