package io.banyan.elastic;

/** Which of the amounts that a job can run with it is offered. */
public enum Sizing {
    MIN,
    MAX,
    ANY;

    Malleable of(Malleable bounds) {
        return switch (this) {
            case MIN -> bounds.atLeast();
            case MAX -> bounds.atMost();
            case ANY -> bounds;
        };
    }
}
