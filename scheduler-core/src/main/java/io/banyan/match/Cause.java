package io.banyan.match;

/** Why a vertex is turned away before its subtree is entered, in the order in which {@link Pruning} asks. */
public enum Cause {
    DOWN("drained or down"),
    CONSTRAINT("not meeting the constraint"),
    BUSY("busy"),
    HELD_IN_PART("of which the job has a part already"),
    REQUIRES("not meeting 'requires' of the resource"),
    NOT_EXCLUSIVE("partly in use, but exclusive use is requested"),
    TOO_LITTLE_BELOW("without enough free below"),
    /** Asked by {@link Upwalk}, after the others. */
    UNSUPPLIED("without enough to draw from above");

    final String words;

    Cause(String words) {
        this.words = words;
    }
}
