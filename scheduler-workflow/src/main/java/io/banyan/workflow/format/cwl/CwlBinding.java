package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * The place and the form of a value in a command line.
 *
 * @param position a whole number or an expression; 0 by default
 * @param prefix the word before the value
 * @param separate whether the prefix is a word of its own
 * @param itemSeparator the text between the items of a list that is one word
 * @param valueFrom a value or an expression instead of the parameter's own
 * @param shellQuote whether the words are protected from the shell
 */
public record CwlBinding(
        JsonNode position,
        Optional<String> prefix,
        boolean separate,
        Optional<String> itemSeparator,
        Optional<JsonNode> valueFrom,
        boolean shellQuote) {}
