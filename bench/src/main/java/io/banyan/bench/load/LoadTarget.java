package io.banyan.bench.load;

/** The target of a load. Many threads call it at a time, and each waits for its answer. */
interface LoadTarget {
    /** The kinds of answers to a request. */
    enum Reply {
        /** The request was executed. */
        DONE,
        /** There was nothing free, which is an answer. */
        NO,
        /** There was no answer. */
        FAILED
    }

    /**
     * Which operation will be made where this one is wanted: one that needs a job becomes a match where there is none.
     */
    Operation possible(Operation wanted);

    /** Makes the request, and waits. */
    Reply call(Operation operation);
}
