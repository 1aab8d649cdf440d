package io.banyan.instance.message.decision;

/**
 * An entry that the journal records: a change that was decided, with everything that is needed to make it again and
 * nothing that would have to be decided again. Vertices are named by their containment paths.
 */
public sealed interface Decision
        permits JobDecision,
                GrowDecision,
                ReturnDecision,
                RevokeDecision,
                LevelDecision,
                EditDecision,
                QueueDecision,
                RescaleDecision,
                ReservationDecision {}
