package io.banyan.cli.workflow;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.output.Texts;
import io.banyan.document.DocumentException;
import io.banyan.graph.io.FileTrouble;
import io.banyan.workflow.engine.FileView;
import io.banyan.workflow.engine.LocalFileView;
import io.banyan.workflow.format.TextLimits;
import io.banyan.workflow.format.cwl.CwlLocation;
import io.banyan.workflow.format.cwl.LocalTextFiles;
import io.banyan.workflow.input.StepPlace;
import io.banyan.workflow.input.WorkflowReader;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.run.RunSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The file that a command reads a workflow from. */
final class WorkflowArgument {
    private static final Path STANDARD_INPUT = Path.of("-");

    @Parameters(
            paramLabel = "FILE",
            description = "Workflow in YAML or JSON (kind: workflow), CWL or WfFormat, or a StreamFlow "
                    + "file. FILE#NAME is a process of a CWL document with several. '-' means standard input, for "
                    + "formats of one file; 'submit' needs a file.")
    private Path file = Path.of("");

    @Option(
            names = "--scale",
            paramLabel = "FACTOR",
            description = "Factor of the recorded run times of WfFormat (default ${DEFAULT-VALUE}).")
    private double scale = 1;

    @Option(
            names = "--inputs",
            paramLabel = "FILE",
            description = "Inputs of a CWL document, in YAML or JSON (default: they are not known).")
    private @Nullable Path inputs;

    /** Returns the name of the file in messages. */
    String name() {
        return file.equals(STANDARD_INPUT) ? "standard input" : file.toString();
    }

    /** Returns the file without the name of a process in it. */
    private Path path() {
        return Path.of(CwlLocation.withoutFragment(file.toString()));
    }

    /** Returns the name of the file in messages, with the line and column of a step if the file has it. */
    String place(String step) {
        String text = file.equals(STANDARD_INPUT) ? "" : Texts.read(path(), TextLimits.MAX_LENGTH);
        return name() + StepPlace.in(text, step).map(at -> ":" + at).orElse("");
    }

    /**
     * Returns the workflow.
     *
     * @throws CommandFailure if the file cannot be read, or is no workflow
     */
    Workflow load(Terminal terminal) throws IOException {
        requireScale();
        String text = file.equals(STANDARD_INPUT)
                ? Texts.read(terminal.in(), name(), TextLimits.MAX_LENGTH)
                : Texts.read(path(), TextLimits.MAX_LENGTH);
        try {
            Optional<String> given = Optional.ofNullable(inputs).map(Path::toString);
            return WorkflowReader.read(text, new WorkflowReader.Manner(name(), title(), scale, given));
        } catch (DocumentException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the texts of a workflow that is to run.
     *
     * @throws CommandFailure if a file cannot be read, is no workflow, or a step cannot be executed
     */
    RunSource source() throws IOException {
        if (file.equals(STANDARD_INPUT)) {
            throw CommandFailure.wrongUse("a workflow that runs is read from a file, not from standard input");
        }
        requireScale();
        try {
            String given = inputs == null ? "" : absolute(inputs);
            return RunSource.read(
                    absolute(file), title(), given, scale, LocalTextFiles.everywhere(), new LocalFileView());
        } catch (DocumentException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw CommandFailure.no(FileTrouble.sentence("read the workflow", path(), e));
        }
    }

    /** Returns the workflow of texts. */
    RunSource.Loaded loaded(RunSource source, FileView files) {
        try {
            return source.load(files);
        } catch (DocumentException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    private void requireScale() {
        if (!(scale > 0) || Double.isInfinite(scale)) {
            throw CommandFailure.wrongUse("--scale: expected a number above 0, found '" + scale + "'");
        }
    }

    /** Returns the name of the file without its ending, for a workflow that has no name. */
    private String title() {
        Path last = file.getFileName();
        String word = last == null ? "" : last.toString();
        int dot = word.indexOf('.', 1);
        return word.isEmpty() || file.equals(STANDARD_INPUT)
                ? "workflow"
                : word.substring(0, dot < 0 ? word.length() : dot);
    }
}
