package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Texts;
import io.banyan.jobspec.JobFiles;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Task;
import io.banyan.jobspec.TaskCount;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A batch script: a text that begins with {@code #!}. It runs once, on the first node of its job, from a file that the
 * jobspec carries.
 *
 * @param source its name in messages, usually that of its file
 * @param arguments its arguments
 */
public record BatchScript(String source, String text, List<String> arguments) {
    private static final String BEGIN = "#!";
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final String FILE = "script";
    private static final Pattern BLANKS = Pattern.compile("[ \\t]+");
    private static final Pattern LOOKS_LIKE_ONE = Pattern.compile("(?m)^#(?:SBATCH|BANYAN)\\s|^#\\W*(?:flux|FLUX):");

    /**
     * Checks that a machine can run it.
     *
     * @throws CommandFailure with one sentence, where none can
     */
    public BatchScript {
        arguments = List.copyOf(arguments);
        if (text.indexOf('\0') >= 0) {
            throw CommandFailure.no(source + ": a batch script must be text, and this one contains a NUL character");
        }
        requireNoByteOrderMark(source, text);
        if (text.contains("\r\n")) {
            throw CommandFailure.no(source
                    + ": the lines end with CR LF, as on Windows, which shells cannot run\nMaybe: sed -i 's/\\r$//' "
                    + source);
        }
        if (text.isBlank()) {
            throw CommandFailure.no(source + ": the batch script is empty");
        }
        if (!isScript(text)) {
            throw noInterpreter(source);
        }
        String interpreter = interpreter(text);
        if (!interpreter.startsWith("/")) {
            throw CommandFailure.no(
                    source + ": '#!' must be followed by the path of the interpreter, such as #!/bin/bash, found '"
                            + interpreter + "'");
        }
        long bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > JobFiles.MOST_BYTES) {
            throw CommandFailure.no(
                    source + ": a batch script can have at most " + JobFiles.MOST_BYTES + " bytes, found " + bytes);
        }
    }

    /** Whether a text is a batch script. */
    static boolean isScript(String text) {
        return text.startsWith(BEGIN);
    }

    /** Whether a word is the usual name of a batch script, and of no program. */
    static boolean isNamed(String word) {
        return word.endsWith(".sh");
    }

    /** Whether a word names a regular file that is a batch script. */
    static boolean isFile(String word) {
        try {
            Path file = Path.of(word);
            if (!Files.isRegularFile(file)) {
                return false;
            }
            try (InputStream in = Files.newInputStream(file)) {
                return new String(in.readNBytes(BEGIN.length()), StandardCharsets.ISO_8859_1).equals(BEGIN);
            }
        } catch (IOException | InvalidPathException unreadable) {
            return false;
        }
    }

    /**
     * Checks that a text that is no batch script is not meant to be one.
     *
     * @throws CommandFailure where it looks like one
     */
    static void requireNone(String source, String text) {
        requireNoByteOrderMark(source, text);
        if (isNamed(source) || LOOKS_LIKE_ONE.matcher(text).find()) {
            throw noInterpreter(source);
        }
    }

    /** The kernel and shells do not find an interpreter behind the mark. */
    private static void requireNoByteOrderMark(String source, String text) {
        if (text.startsWith(BYTE_ORDER_MARK + BEGIN)) {
            throw CommandFailure.no(source
                    + ": a byte order mark (U+FEFF) stands before '#!', so the script cannot be run\nMaybe: sed -i '1s/^\\xEF\\xBB\\xBF//' "
                    + source);
        }
    }

    private static CommandFailure noInterpreter(String source) {
        return CommandFailure.no(
                source
                        + ": a batch script must begin with '#!' and the path of its interpreter\nMaybe the first line #!/bin/bash is missing.");
    }

    /**
     * The batch script in a file.
     *
     * @throws CommandFailure where it cannot be read, or cannot be run
     */
    public static BatchScript read(String file, List<String> arguments) {
        return new BatchScript(file, Texts.read(Path.of(file), JobFiles.MOST_BYTES), arguments);
    }

    /** The name of a job that runs it and has no other. */
    public String name() {
        return Optional.ofNullable(Path.of(source).getFileName())
                .map(Path::toString)
                .orElse(FILE);
    }

    /** How a message about a line of it begins. */
    String place(int line) {
        return source + ":" + line + ": ";
    }

    private static String interpreter(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.startsWith(BEGIN) ? line.substring(BEGIN.length()).strip() : "";
    }

    /**
     * Returns a jobspec in which it runs once, in place of the jobspec's tasks. The command begins with the interpreter
     * and its one argument, as the kernel reads the first line: so the script also runs where the directory of the job
     * has no executable files, and while a process that starts elsewhere holds the new file open.
     */
    public Jobspec in(Jobspec jobspec) {
        List<String> command = new ArrayList<>(List.of(BLANKS.split(interpreter(text), 2)));
        command.add(JobFiles.DIRECTORY + "/" + FILE);
        command.addAll(arguments);
        Task task = new Task(command, ResourceShape.TASK, new TaskCount.Total(1), Optional.empty(), Map.of());
        var runs = new Jobspec(jobspec.version(), jobspec.resources(), List.of(task), jobspec.attributes());
        return JobFiles.carriedBy(runs, JobFiles.script(FILE, text));
    }
}
