package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * The rules for the files of a parameter.
 *
 * @param secondaryFiles the files beside each file
 * @param format the accepted formats of an input, or the format of an output; URIs or expressions
 * @param loadContents whether the text of the file is part of its value
 * @param loadListing how much of a directory's content is part of its value; empty for the default
 */
public record CwlFileRules(
        List<SecondaryFile> secondaryFiles, List<String> format, boolean loadContents, Optional<Listing> loadListing) {
    /** No rules. */
    public static final CwlFileRules NONE = new CwlFileRules(List.of(), List.of(), false, Optional.empty());

    /** The depth of a listing. */
    public enum Listing {
        NO_LISTING,
        SHALLOW_LISTING,
        DEEP_LISTING
    }

    /**
     * A file beside another one.
     *
     * @param pattern a suffix, with a {@code ^} for each extension to be removed first, or an expression
     * @param required true, false or an expression; empty for the default, which is true for inputs alone
     */
    public record SecondaryFile(String pattern, Optional<JsonNode> required) {}

    /** Copies the lists. */
    public CwlFileRules {
        secondaryFiles = List.copyOf(secondaryFiles);
        format = List.copyOf(format);
    }
}
