package io.banyan.instance.message.value;

/** By which way a grow's resources came to an instance. */
public enum GrowRoute {
    /** The resources were in the instance's graph, free. */
    LOCAL,
    /** The instance's parent granted the resources. */
    PARENT,
    /** One of its providers brought them. */
    PROVIDER
}
