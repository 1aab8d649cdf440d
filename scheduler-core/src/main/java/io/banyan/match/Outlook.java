package io.banyan.match;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** What each parcel of a likeness has to offer for a list of demands, as one of them was found to have. */
final class Outlook {

    /** By position in the list of demands. */
    private final ParcelOffer[] offers;

    private final Tally tally;
    private final boolean offersAnything;
    private boolean wasEntered;
    private @Nullable Found found;

    /**
     * What a search finds in each parcel that it enters.
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
     * Of what was found in one parcel.
     *
     * @param weight what the parcel's nodes add to the score of each vertex in it
     * @param tally what was seen on the way, for the reasons of a no
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

    /** What is offered for the demand at a position of the list. */
    ParcelOffer offer(int demand) {
        return offers[demand];
    }

    /** Whether there is something for any demand. */
    boolean offersAnything() {
        return offersAnything;
    }

    /** What is found in each parcel, or null where that was not kept. */
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

    /** What was seen on the way, for the reasons of a no. */
    Tally tally() {
        return tally;
    }
}
