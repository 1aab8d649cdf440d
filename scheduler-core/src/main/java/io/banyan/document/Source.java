package io.banyan.document;

import io.banyan.document.Document.Position;

/**
 * The name of a text, with which each complaint about it begins.
 *
 * @param name the name of the file, or another name for the text
 * @param kind the words for what the text must be, such as "jobspec"
 */
public record Source(String name, String kind) {
    /** The deepest nesting of lists and mappings that is read. */
    public static final int MAX_DEPTH = 64;

    /** Returns the exception for a mistake at a position of the text. */
    public DocumentException error(Position at, String message) {
        return new DocumentException(name + ":" + at + ": " + message);
    }

    /** Returns the exception for a mistake that has no position. */
    public DocumentException error(String message) {
        return new DocumentException(name + ": " + message);
    }

    DocumentException tooDeep(Position at) {
        return error(at, "lists and mappings are nested more than " + MAX_DEPTH + " levels deep");
    }

    DocumentException repeatedKey(Position at, String key, Position before) {
        return error(at, "the key '" + key + "' occurs twice, first in line " + before.line());
    }
}
