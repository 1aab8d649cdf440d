package io.banyan.resource;

/** The usage of a resource that a picture or a list shows at one instant. */
public enum Usage {
    /** No job has it or any part within it. */
    FREE("free"),
    /** A job has a part of it, or a vertex within it. */
    PARTLY_TAKEN("partly taken"),
    /** Nothing of it is left for another job. */
    TAKEN("taken"),
    /** The resource, or a vertex above it, is down. */
    DOWN("down");

    private final String words;

    Usage(String words) {
        this.words = words;
    }

    /** Returns the usage in words for people. */
    public String words() {
        return words;
    }
}
