package io.banyan.queue;

import org.jspecify.annotations.Nullable;

/** A stage of a pass, which looks at jobs in one order. */
sealed interface PassStage permits PromiseStage, DueStage, AdvanceStage, VisitStage, NewStage {
    /** The kinds of stages. */
    enum Kind {
        /** Starts the jobs whose resources are booked by their number and whose booked start has come. */
        PROMISED,
        /** Starts such jobs before their booked start. */
        EARLY,
        /** Starts the jobs whose reservations are due. */
        DUE,
        /** Looks for earlier starts of the jobs with reservations. */
        ADVANCE,
        /** Looks at all jobs without a reservation. */
        VISIT,
        /** Looks at the jobs that came since the last pass. */
        NEW,
        /** No stage: the pass is over. */
        END
    }

    /** Returns the next placement, which is made before this is called again; null where the stage is over. */
    @Nullable Placement next();

    /** Returns the stage that follows this one when it is over. */
    Kind then();
}
