package io.banyan.graph.io;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.banyan.graph.GraphException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The time until which the resources of an R document may be used: {@code execution.expiration} (RFC 20). */
public final class RExpiration {
    private static final String WHAT = "execution.expiration, a time in seconds since the epoch, or 0 for none";

    /** Far beyond any plan, and small enough to be counted in milliseconds. */
    private static final double LAST_SEC = 1e15;

    private RExpiration() {}

    /**
     * That of a file, in whole seconds since the epoch. O(size of the file).
     *
     * @return empty where the document says none, or 0
     * @throws GraphException if the file cannot be read, is not JSON, or says no time there, in one sentence
     */
    public static OptionalLong read(Path file) throws GraphException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
                JsonParser parser = JgfTokens.JSON.createParser(in)) {
            try {
                return read(parser, file);
            } catch (JsonProcessingException e) {
                throw JgfTokens.malformed(e, parser, file.toString());
            }
        } catch (IOException e) {
            throw new GraphException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static OptionalLong read(JsonParser parser, Path file) throws IOException, GraphException {
        OptionalLong found = OptionalLong.empty();
        if (parser.nextToken() == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isExecution = parser.currentName().equals("execution");
                if (parser.nextToken() == JsonToken.START_OBJECT && isExecution) {
                    found = ofExecution(parser, file);
                } else {
                    parser.skipChildren();
                }
            }
        }
        return found;
    }

    private static OptionalLong ofExecution(JsonParser parser, Path file) throws IOException, GraphException {
        OptionalLong found = OptionalLong.empty();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isExpiration = parser.currentName().equals("expiration");
            JsonToken value = parser.nextToken();
            if (isExpiration) {
                found = seconds(parser, value, file);
            }
            parser.skipChildren();
        }
        return found;
    }

    private static OptionalLong seconds(JsonParser parser, JsonToken value, Path file)
            throws IOException, GraphException {
        if (!value.isNumeric() || parser.getDoubleValue() < 0 || parser.getDoubleValue() > LAST_SEC) {
            throw new GraphException(file + ":" + parser.currentLocation().getLineNr() + ": found " + parser.getText()
                    + " instead of " + WHAT + ".");
        }
        long sec = parser.getDecimalValue().setScale(0, RoundingMode.FLOOR).longValueExact();
        return sec == 0 ? OptionalLong.empty() : OptionalLong.of(sec);
    }
}
