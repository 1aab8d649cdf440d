package io.banyan.instance.message.value;

/** The treatment of the jobs that use what is to be given back. */
public enum UseRule {
    /** The jobs are left alone, and what they use stays with them. */
    SPARE,
    /** The jobs are waited for: what they use is drained, and goes when they have ended. */
    AWAIT,
    /** The jobs are cancelled. */
    CANCEL
}
