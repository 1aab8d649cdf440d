package io.banyan.bench.load;

/** What the load is put on. It is called from many threads at a time, each of which waits for its answer. */
interface Target {
    /** What came of a request. */
    enum Reply {
        /** It was done. */
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
