package io.banyan.jobspec;

/** The statement of a requested resource about sharing; in a slot everything is exclusive by default. */
public enum Exclusivity {
    /** Nothing is said: shared, unless a slot or an exclusive resource above decides. */
    UNSPECIFIED,
    /** The vertex is held alone, with all that is below it. */
    TRUE,
    /** The vertex is shared, which is an error in a slot or below an exclusive resource. */
    FALSE
}
