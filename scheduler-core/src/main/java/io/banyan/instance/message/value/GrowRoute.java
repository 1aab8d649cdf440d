package io.banyan.instance.message.value;

/** By which way a grow's resources came to an instance. */
public enum GrowRoute {
    /** They were in its graph, free. */
    LOCAL,
    /** Its parent granted them. */
    PARENT,
    /** One of its providers brought them. */
    PROVIDER
}
