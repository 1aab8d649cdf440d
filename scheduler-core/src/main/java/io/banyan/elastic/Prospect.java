package io.banyan.elastic;

/** What is known of how a job gets on: from models, or measured by the application itself. Its methods are pure; both give seconds, not negative. */
public interface Prospect {
    /** How long the rest of it takes with this amount from now on. */
    double remainingSec(long amount);

    /** How long it stands still when it goes from one amount to another. */
    double rescaleSec(long from, long to);
}
