package io.banyan.match.explain;

import java.util.Arrays;
import java.util.Locale;

/**
 * The obstacles that keep a candidate from a request, in the order in which they are checked: a candidate counts under
 * the first that applies to it or to a vertex on the way to it.
 */
public enum Obstacle {
    /**
     * A type lies in between that the request does not name: levels can only be left out above the first that it names.
     */
    OUT_OF_PLACE,
    /** Two requirements of one level name the type, so that none of them can be met. */
    ASKED_TWICE,
    /** The candidate is down, or something above it is. */
    DOWN,
    /** The candidate does not satisfy the constraint. */
    CONSTRAINT,
    /** Other jobs have it. */
    BUSY,
    /** The candidate does not satisfy the resource's own {@code requires} in the jobspec. */
    REQUIRES,
    /** Other jobs have a part of it, where it is asked for exclusively. */
    NOT_EXCLUSIVE,
    /** The candidate belongs to another instance as well, so that it is never given exclusively. */
    SHARED,
    /** There is too little of a type below it, even with nothing in use. */
    TOO_FEW_EVER,
    /** There is too little of a type free below it. */
    TOO_FEW_FREE,
    /**
     * The supply of the candidate, in an auxiliary subsystem, has too little of a type left for the candidate's draw.
     */
    UNSUPPLIED,
    /** The candidate itself fits, but the resources requested below it were not found; the levels below say why. */
    LACKING,
    /**
     * The candidate would do by itself, but its supply, in an auxiliary subsystem, has too little left for all that
     * would.
     */
    UNSUPPLIED_TOGETHER,
    /** The candidate would do by itself, but another requirement of the same level takes it. */
    TAKEN_BY_SIBLING,
    /** The candidate is one of several slots that stand in for each other: another one was made of it. */
    NOT_NEEDED;

    /** Returns the obstacle's name in JSON: {@code too_few_free}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it goes away when jobs end. */
    public boolean isUse() {
        return switch (this) {
            case BUSY, NOT_EXCLUSIVE, TOO_FEW_FREE, UNSUPPLIED, UNSUPPLIED_TOGETHER -> true;
            case OUT_OF_PLACE,
                    ASKED_TWICE,
                    DOWN,
                    CONSTRAINT,
                    REQUIRES,
                    SHARED,
                    TOO_FEW_EVER,
                    LACKING,
                    TAKEN_BY_SIBLING,
                    NOT_NEEDED -> false;
        };
    }

    /**
     * Reads a label.
     *
     * @throws IllegalArgumentException where there is none such
     */
    public static Obstacle parse(String text) {
        return Arrays.stream(values())
                .filter(obstacle -> obstacle.label().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no obstacle '" + text + "'."));
    }
}
