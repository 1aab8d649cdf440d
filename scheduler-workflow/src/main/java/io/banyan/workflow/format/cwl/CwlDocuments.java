package io.banyan.workflow.format.cwl;

import io.banyan.document.Document;
import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The files of one document of CWL, each read once; their number, depth and length are limited. */
final class CwlDocuments {
    /** The most files that a document can refer to. */
    static final int MAX_FILES = 200;

    /** The most references inside each other. */
    static final int MAX_DEPTH = 50;

    /** The most characters of all files together. */
    static final long MAX_CHARACTERS = 64L << 20;

    /** The most parts that imports of files read before and uses of named types add. */
    static final long MAX_REPEATED = 1_000_000;

    private static final String KIND = "CWL document";

    private final TextFiles files;
    private final Map<Path, String> texts = new HashMap<>();
    private final Map<Path, Document> parsed = new HashMap<>();
    private final Map<Path, Long> sizes = new HashMap<>();
    private long characters;
    private long repeated;

    CwlDocuments(TextFiles files) {
        this.files = files;
    }

    /** Returns the first file of a document; {@code name} stands for it in messages. */
    CwlPart first(Path path, String name) throws DocumentException {
        CwlText text = new CwlText(new Source(name, KIND), path.toAbsolutePath().normalize(), 0);
        try {
            return parse(text, read(text.path()));
        } catch (IOException e) {
            throw text.source().error("cannot read the file: " + reason(e));
        }
    }

    /** Returns a document that is given as a text. */
    CwlPart first(Path path, String name, String content) throws DocumentException {
        CwlText text = new CwlText(new Source(name, KIND), path.toAbsolutePath().normalize(), 0);
        characters += content.length();
        return parse(text, content);
    }

    /** Returns the file that a part refers to, parsed. */
    CwlPart referred(CwlPart from, String reference) throws DocumentException {
        Path path = path(from, CwlLocation.withoutFragment(reference));
        String content = text(from, reference, path);
        boolean again = parsed.containsKey(path);
        CwlPart part = parse(
                new CwlText(
                        new Source(name(from, path), KIND), path, from.text().depth() + 1),
                content);
        if (again) {
            repeat(from, sizes.computeIfAbsent(path, any -> part.size()));
        }
        return part;
    }

    /**
     * Counts parts that the document uses once more, since a few short files that import each other stand for an
     * endless document.
     *
     * @param from the part that uses them
     */
    void repeat(CwlPart from, long parts) throws DocumentException {
        repeated += parts;
        if (repeated > MAX_REPEATED) {
            throw from.error("imports and named types repeat more than " + MAX_REPEATED
                    + " parts of the document, expected fewer uses of them");
        }
    }

    /** Returns the text of the file that a part refers to. */
    String included(CwlPart from, String reference) throws DocumentException {
        return text(from, reference, path(from, reference));
    }

    private static Path path(CwlPart from, String reference) throws DocumentException {
        if (CwlLocation.isRemote(reference)) {
            throw from.error("'" + reference + "' is on the network, expected a file: documents are never read from the"
                    + " network");
        }
        if (from.text().depth() >= MAX_DEPTH) {
            throw from.error("references to files are nested more than " + MAX_DEPTH + " deep");
        }
        return CwlLocation.path(reference, from.text().directory())
                .orElseThrow(() -> from.error("'" + reference + "' does not name a file"));
    }

    private String text(CwlPart from, String reference, Path path) throws DocumentException {
        try {
            return read(path);
        } catch (IOException e) {
            throw from.error("cannot read '" + reference + "': " + reason(e));
        }
    }

    private String read(Path path) throws IOException {
        String known = texts.get(path);
        if (known != null) {
            return known;
        }
        if (texts.size() > MAX_FILES) {
            throw new IOException("a document can refer to at most " + MAX_FILES + " files");
        }
        String text = files.read(path);
        characters += text.length();
        if (characters > MAX_CHARACTERS) {
            throw new IOException(
                    "the files of a document can have at most " + (MAX_CHARACTERS >> 20) + " Mi characters in total");
        }
        texts.put(path, text);
        return text;
    }

    private CwlPart parse(CwlText text, String content) throws DocumentException {
        Document document = parsed.get(text.path());
        if (document == null) {
            document = document(text, content);
            parsed.put(text.path(), document);
        }
        return new CwlPart(this, text, document);
    }

    private static Document document(CwlText text, String content) throws DocumentException {
        try {
            return DocumentReader.read(content, text.source());
        } catch (DocumentException e) {
            throw new DocumentException(CwlPart.oneLine(String.valueOf(e.getMessage())));
        }
    }

    /** The name of a file beside the one that names it: relative in the same manner. */
    private static String name(CwlPart from, Path path) {
        Path name = Path.of(from.text().source().name());
        Path relative = from.text().directory().relativize(path);
        return name.resolveSibling(relative).normalize().toString();
    }

    private static String reason(IOException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason is known");
    }
}
