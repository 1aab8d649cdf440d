package io.banyan.instance.message.value;

/** What becomes of the jobs that use what is to be given back. */
public enum UseRule {
    /** They are left alone, and what they use stays with them. */
    SPARE,
    /** They are waited for: what they use is drained, and goes when they have ended. */
    AWAIT,
    /** They are cancelled. */
    CANCEL
}
