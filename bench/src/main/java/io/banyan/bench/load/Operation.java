package io.banyan.bench.load;

/** An operation that the load requests. */
enum Operation {
    /** Allocate resources to a new job. */
    MATCH("match allocate"),
    /** End a job that was allocated before. */
    CANCEL("cancel"),
    /** Query a job's resources. */
    INFO("info");

    private final String label;

    Operation(String label) {
        this.label = label;
    }

    /** For tables. */
    String label() {
        return label;
    }
}
