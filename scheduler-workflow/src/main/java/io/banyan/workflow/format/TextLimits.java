package io.banyan.workflow.format;

import io.banyan.document.DocumentException;
import io.banyan.document.Source;

/** The limits of a text from outside. */
public final class TextLimits {
    /** The longest text of one workflow, in characters. */
    public static final int MAX_LENGTH = 64 << 20;

    private TextLimits() {}

    /**
     * Checks the length of a text before it is read.
     *
     * @throws DocumentException if the text is too long
     */
    public static void require(String text, Source source) throws DocumentException {
        if (text.length() > MAX_LENGTH) {
            throw source.error(
                    "a " + source.kind() + " can have at most " + MAX_LENGTH + " characters, found " + text.length());
        }
    }
}
