package io.banyan.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The documents of the project, what they show in code font, and the sources that it is compared with. */
final class Documents {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Set<String> NOT_OURS = Set.of("target", ".git", ".idea", "node_modules");
    private static final Pattern SPAN = Pattern.compile("``(.+?)``|`([^`]+)`");
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|record|enum)\\s+([A-Z]\\w*)");
    private static final Pattern MESSAGE = Pattern.compile("\\b(?:message|service|rpc|enum)\\s+([A-Z]\\w*)");

    /** Something that a document shows in code font. */
    record Code(Path document, String text) {
        @Override
        public String toString() {
            return ROOT.relativize(document) + ": " + text;
        }
    }

    private Documents() {}

    /** The documents that describe the project as it is: not what was measured or changed once. */
    static List<Path> current() {
        return files(".md").stream()
                .filter(file -> !file.endsWith("CHANGELOG.md"))
                .filter(file -> !file.startsWith(ROOT.resolve("docs/internals/measurements")))
                .toList();
    }

    static List<Path> all() {
        return files(".md");
    }

    /** The spans of code in the prose of a document, each on one line. */
    static List<Code> spans(Path document) {
        List<Code> spans = new ArrayList<>();
        Matcher span = SPAN.matcher(prose(document));
        while (span.find()) {
            String text = span.group(1) != null ? span.group(1) : span.group(2);
            spans.add(new Code(document, text.strip().replaceAll("\\s+", " ")));
        }
        return spans;
    }

    /** The commands in the blocks of code of a document, each on one line. */
    static List<Code> commands(Path document) {
        List<Code> commands = new ArrayList<>();
        StringBuilder command = new StringBuilder();
        for (String line : lines(document)) {
            String text = line.strip();
            if (command.isEmpty() && !text.startsWith("$ ")) {
                continue;
            }
            command.append(command.isEmpty() ? text.substring(2) : " " + text);
            if (command.charAt(command.length() - 1) == '\\') {
                command.setLength(command.length() - 1);
            } else {
                commands.add(new Code(document, command.toString().replaceAll("\\s+", " ")));
                command.setLength(0);
            }
        }
        return commands;
    }

    /** The text of a document without its blocks of code. */
    static String prose(Path document) {
        StringBuilder prose = new StringBuilder();
        boolean fenced = false;
        for (String line : lines(document)) {
            if (line.strip().startsWith("```")) {
                fenced = !fenced;
            } else if (!fenced && !isIndentedCode(line)) {
                prose.append(line).append('\n');
            }
        }
        return prose.toString();
    }

    private static boolean isIndentedCode(String line) {
        return line.startsWith("    ") && !line.strip().startsWith("* ");
    }

    /** The names of all types of Java and of protobuf in the project. */
    static Set<String> types() {
        Set<String> names = new HashSet<>();
        for (Path file : files(".java")) {
            addAll(names, TYPE, text(file));
        }
        for (Path file : files(".proto")) {
            addAll(names, MESSAGE, text(file));
        }
        return names;
    }

    private static void addAll(Set<String> names, Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
    }

    /** The text of all files that declare a type of this name, at the top level or nested. */
    static String declaring(String type) {
        Pattern declaration = Pattern.compile("\\b(?:class|interface|record|enum|message)\\s+" + type + "\\b");
        return Stream.of(".java", ".proto")
                .flatMap(suffix -> files(suffix).stream())
                .map(Documents::text)
                .filter(text -> declaration.matcher(text).find())
                .collect(Collectors.joining("\n"));
    }

    static List<Path> files(String suffix) {
        List<Path> files = new ArrayList<>();
        walk(file -> {
            if (file.toString().endsWith(suffix)) {
                files.add(file);
            }
        });
        files.sort(null);
        return files;
    }

    private static void walk(Consumer<Path> action) {
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    return NOT_OURS.contains(directory.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    action.accept(file);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> lines(Path file) {
        return text(file).lines().toList();
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
