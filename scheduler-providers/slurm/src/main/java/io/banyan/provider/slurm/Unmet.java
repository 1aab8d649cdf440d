package io.banyan.provider.slurm;

/** A request cannot be fulfilled, and nothing is held. The message is one sentence for the asker. */
final class Unmet extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    Unmet(String reason) {
        super(reason);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
