package io.banyan.provider.slurm;

/** It is not to be had, and nothing is held; the reason is one sentence for the asker. */
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
