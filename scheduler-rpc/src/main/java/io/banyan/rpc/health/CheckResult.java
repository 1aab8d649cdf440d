package io.banyan.rpc.health;

/** How the check of one node ended. */
sealed interface CheckResult {
    /** The node is healthy. */
    record Passed() implements CheckResult {}

    /**
     * The node is not healthy.
     *
     * @param reason in one line, for people
     */
    record Failed(String reason) implements CheckResult {}

    /**
     * The check could not be run, which need not be the node's fault.
     *
     * @param reason in one line, for people
     */
    record NotRun(String reason) implements CheckResult {}
}
