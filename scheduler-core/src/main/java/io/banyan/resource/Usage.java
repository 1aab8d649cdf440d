package io.banyan.resource;

/** What a picture or a list says of a resource at one instant. */
public enum Usage {
    /** Nobody has it or anything within it. */
    FREE("free"),
    /** Somebody has a part of it, or something within it. */
    PARTLY_TAKEN("partly taken"),
    /** Nothing of it is left for anybody else. */
    TAKEN("taken"),
    /** It, or what it is within, is down. */
    DOWN("down");

    private final String words;

    Usage(String words) {
        this.words = words;
    }

    /** The same for people. */
    public String words() {
        return words;
    }
}
