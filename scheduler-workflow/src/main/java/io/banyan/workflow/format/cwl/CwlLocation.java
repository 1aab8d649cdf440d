package io.banyan.workflow.format.cwl;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** References to files in documents of CWL: relative or {@code file:} references, with percent-encoded characters. */
public final class CwlLocation {
    private static final String FILE = "file://";
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://.*", Pattern.DOTALL);

    /** The characters that are escaped; letters of other alphabets stay readable. */
    private static final Pattern NOT_IN_URI = Pattern.compile("[\\x00-\\x20\\x7f%#?\"<>\\\\^`{|}\\[\\]]");

    private CwlLocation() {}

    /** Returns whether a reference names something that is not a file of this machine. */
    public static boolean isRemote(String reference) {
        return SCHEME.matcher(reference).matches() && !reference.startsWith(FILE);
    }

    /** Returns the path that a reference in a file of {@code directory} stands for; empty if it is remote. */
    public static Optional<Path> path(String reference, Path directory) {
        if (isRemote(reference)) {
            return Optional.empty();
        }
        String local = reference.startsWith(FILE) ? reference.substring(FILE.length()) : reference;
        return resolved(decoded(local), directory);
    }

    /** Returns the path that a name in a directory stands for; empty if no path can have that name. */
    static Optional<Path> resolved(String name, Path directory) {
        try {
            return Optional.of(directory.resolve(name).normalize());
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Returns the reference of an absolute path, without characters that a URI cannot have (RFC 3986). */
    public static String of(Path path) {
        return FILE
                + NOT_IN_URI
                        .matcher(path.toString())
                        .replaceAll(found ->
                                String.format("%%%02X", (int) found.group().charAt(0)));
    }

    private static String decoded(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int at = 0;
        while (at < text.length()) {
            if (text.charAt(at) == '%' && at + 2 < text.length() && isHex(text, at + 1) && isHex(text, at + 2)) {
                bytes.write(Integer.parseInt(text.substring(at + 1, at + 3), 16));
                at += 3;
            } else {
                int character = text.codePointAt(at);
                bytes.writeBytes(Character.toString(character).getBytes(StandardCharsets.UTF_8));
                at += Character.charCount(character);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static boolean isHex(String text, int at) {
        return Character.digit(text.charAt(at), 16) >= 0 && text.charAt(at) < 128;
    }

    /** Returns the part of a reference after {@code #}; empty if there is none. */
    static Optional<String> fragment(String reference) {
        int hash = reference.indexOf('#');
        return hash < 0 ? Optional.empty() : Optional.of(reference.substring(hash + 1));
    }

    /** Returns the part of a reference before {@code #}. */
    public static String withoutFragment(String reference) {
        int hash = reference.indexOf('#');
        return hash < 0 ? reference : reference.substring(0, hash);
    }

    /** Returns the last word of an identifier such as {@code #main/step/input}. */
    static String lastWord(String id) {
        String fragment = fragment(id).orElse(id);
        return fragment.substring(fragment.lastIndexOf('/') + 1);
    }
}
