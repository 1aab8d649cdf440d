package io.banyan.graph.io;

import io.banyan.graph.GraphException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLResolver;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** A streaming XML parser that expands nothing and fetches nothing; its errors name the file and the line. */
final class XmlInput {
    private static final int MAX_TEXT = 65_536;
    /** The length in bytes within which the XML declaration lies. */
    private static final int PROLOG = 256;

    private static final Pattern ENCODING =
            Pattern.compile("\\A\\s*<\\?xml\\s[^>]*?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");

    private final String source;
    private final XMLStreamReader reader;
    private final boolean doctypeAllowed;

    private XmlInput(InputStream in, String source, boolean doctypeAllowed) throws GraphException {
        this.source = source;
        this.doctypeAllowed = doctypeAllowed;
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        XMLResolver nothing = (publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("an external entity is not allowed");
        };
        factory.setXMLResolver(nothing);
        try {
            this.reader = factory.createXMLStreamReader(characters(in, source));
        } catch (XMLStreamException e) {
            throw new GraphException(source + ": not well-formed XML: " + reason(e) + ".", e);
        } catch (IOException e) {
            throw new GraphException(source + ": " + e.getMessage() + ".", e);
        }
    }

    /**
     * Returns a reader of the characters as the parser would make it, except that the parser writes to standard error
     * where bytes are no characters.
     */
    private static Reader characters(InputStream in, String source) throws IOException, GraphException {
        var buffered = new BufferedInputStream(in);
        buffered.mark(PROLOG);
        String prolog = new String(buffered.readNBytes(PROLOG), StandardCharsets.ISO_8859_1);
        buffered.reset();
        Charset charset = StandardCharsets.UTF_8;
        Matcher declared = ENCODING.matcher(prolog);
        if (prolog.startsWith("\u00FE\u00FF") || prolog.startsWith("\u00FF\u00FE")) {
            charset = StandardCharsets.UTF_16;
        } else if (prolog.startsWith("\u00EF\u00BB\u00BF")) {
            buffered.skipNBytes(3);
        } else if (declared.find()) {
            try {
                charset = Charset.forName(declared.group(1));
            } catch (IllegalArgumentException e) {
                throw new GraphException(source + ":1: unknown encoding '" + declared.group(1) + "'.", e);
            }
        }
        return new InputStreamReader(buffered, charset.newDecoder());
    }

    /** Refuses a document type declaration. */
    static XmlInput of(InputStream in, String source) throws GraphException {
        return new XmlInput(in, source, false);
    }

    /** Passes over a document type declaration, so that nothing that it declares is known. */
    static XmlInput withDoctype(InputStream in, String source) throws GraphException {
        return new XmlInput(in, source, true);
    }

    /** Moves to the next start or end of an element; false at the end of the document. */
    boolean advance() throws GraphException {
        try {
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT, XMLStreamConstants.END_ELEMENT -> {
                        return true;
                    }
                    case XMLStreamConstants.DTD -> requireAllowed();
                    case XMLStreamConstants.ENTITY_REFERENCE -> throw error("an entity reference is not allowed");
                    default -> {
                        // Stray text, comments and processing instructions mean nothing.
                    }
                }
            }
            return false;
        } catch (XMLStreamException e) {
            throw malformed(e);
        }
    }

    private void requireAllowed() throws GraphException {
        if (!doctypeAllowed) {
            throw error("a document type declaration is not allowed");
        }
    }

    boolean atStart() {
        return reader.isStartElement();
    }

    String element() {
        return reader.getLocalName();
    }

    int line() {
        return reader.getLocation().getLineNumber();
    }

    /** An attribute of the element at hand, empty if it has none of that name. */
    String attribute(String name) {
        String value = reader.getAttributeValue(null, name);
        return value == null ? "" : value;
    }

    String requireAttribute(String name) throws GraphException {
        String value = attribute(name);
        if (value.isEmpty()) {
            throw error("<" + element() + "> has no attribute '" + name + "'");
        }
        return value;
    }

    /** The text of the element at hand, which must have no elements in it; moves to its end. */
    String text() throws GraphException {
        var text = new StringBuilder();
        String name = element();
        try {
            for (int event = reader.next(); event != XMLStreamConstants.END_ELEMENT; event = reader.next()) {
                switch (event) {
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                        text.append(reader.getText());
                    case XMLStreamConstants.COMMENT, XMLStreamConstants.PROCESSING_INSTRUCTION -> {
                        // Means nothing.
                    }
                    default -> throw error("<" + name + "> must contain only text");
                }
                if (text.length() > MAX_TEXT) {
                    throw error("the text of <" + name + "> is longer than " + MAX_TEXT + " characters");
                }
            }
        } catch (XMLStreamException e) {
            throw malformed(e);
        }
        return text.toString().strip();
    }

    GraphException error(String what) {
        return error(line(), what);
    }

    GraphException error(int line, String what) {
        return new GraphException(source + ":" + line + ": " + what + ".");
    }

    private GraphException malformed(XMLStreamException e) {
        Location where = e.getLocation();
        int line = where == null ? line() : where.getLineNumber();
        return new GraphException(source + ":" + line + ": not well-formed XML: " + reason(e) + ".", e);
    }

    /** The parser's message without its own position and line breaks. */
    private static String reason(XMLStreamException e) {
        if (e.getNestedException() instanceof CharacterCodingException) {
            return "the file contains bytes that are not valid in its encoding";
        }
        String message = String.valueOf(e.getMessage());
        int at = message.indexOf("Message: ");
        String reason = (at >= 0 ? message.substring(at + "Message: ".length()) : message)
                .replaceAll("\\s+", " ")
                .strip();
        return reason.endsWith(".") ? reason.substring(0, reason.length() - 1) : reason;
    }
}
