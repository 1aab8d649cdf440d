package io.banyan.sim.world;

/** Something that must be true of every tree is not. */
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Creates a violation with its description on one line. */
    public Violation(String what) {
        super(what);
    }

    /** Creates a violation with a one-line description and a cause. */
    public Violation(String what, Throwable cause) {
        super(what, cause);
    }
}
