package io.banyan.jobspec;

import io.banyan.jobspec.Document.Position;

/** The name of a text, which every complaint about it begins with. */
record Source(String name) {
    /** The deepest nesting of lists and mappings that is read. */
    static final int MAX_DEPTH = 64;

    JobspecException error(Position at, String message) {
        return new JobspecException(name + ":" + at + ": " + message);
    }

    JobspecException error(String message) {
        return new JobspecException(name + ": " + message);
    }

    JobspecException tooDeep(Position at) {
        return error(at, "lists and mappings are nested more than " + MAX_DEPTH + " levels deep");
    }

    JobspecException repeatedKey(Position at, String key, Position before) {
        return error(at, "the key '" + key + "' occurs twice, first in line " + before.line());
    }
}
