package io.banyan.workflow.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.banyan.document.DocumentException;
import io.banyan.workflow.engine.FileInputs;
import io.banyan.workflow.engine.FileView;
import io.banyan.workflow.format.cwl.CwlLocation;
import io.banyan.workflow.format.cwl.TextFiles;
import io.banyan.workflow.input.WorkflowReader;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepAction;
import io.banyan.workflow.model.Workflow;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The texts of a workflow as they were when it was submitted. A later change of the files does not change a run.
 *
 * @param file the file of the workflow, absolute
 * @param name the name of a workflow that states none
 * @param inputs the file with the inputs of a document of CWL, absolute; empty if there is none
 * @param scale the factor of recorded run times
 * @param texts the texts of all files that were read, by absolute path
 */
public record RunSource(String file, String name, String inputs, double scale, SortedMap<String, String> texts) {
    /** Copies the map. */
    public RunSource {
        texts = Collections.unmodifiableSortedMap(new TreeMap<>(texts));
    }

    /**
     * Reads a workflow with all files that it refers to.
     *
     * @param files the texts
     * @param view the files and directories that its inputs name
     * @throws DocumentException if it is not valid
     * @throws IOException if its file cannot be read
     */
    public static RunSource read(String file, String name, String inputs, double scale, TextFiles files, FileView view)
            throws DocumentException, IOException {
        SortedMap<String, String> texts = new TreeMap<>();
        TextFiles kept = path -> {
            String text = files.read(path);
            texts.put(key(path), text);
            return text;
        };
        RunSource begun = new RunSource(file, name, inputs, scale, new TreeMap<>());
        WorkflowReader.ReadWorkflow read = begun.read(kept.read(begun.path()), kept);
        if (read.cwl().isPresent()) {
            requireFiles(read.cwl().get().inputs().values(), inputs, view);
        }
        return new RunSource(file, name, inputs, scale, texts);
    }

    /** Returns the file without the name of a process in it. */
    private Path path() {
        return Path.of(CwlLocation.withoutFragment(file));
    }

    private static String key(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    /**
     * Returns the workflow, from the kept texts alone.
     *
     * @throws DocumentException if this version of Banyan does not accept it any more
     */
    public Loaded load(FileView files) throws DocumentException {
        TextFiles kept = path -> {
            String text = texts.get(key(path));
            if (text == null) {
                throw new NoSuchFileException("the file was not read when the workflow was submitted");
            }
            return text;
        };
        String text = texts.getOrDefault(key(path()), "");
        WorkflowReader.ReadWorkflow read = read(text, kept);
        TaskFlow flow =
                read.cwl().isPresent() ? new CwlTaskFlow(read.cwl().get(), files) : new GraphTaskFlow(read.workflow());
        return new Loaded(read.workflow(), flow);
    }

    private WorkflowReader.ReadWorkflow read(String text, TextFiles files) throws DocumentException {
        Optional<String> given = inputs.isEmpty() ? Optional.empty() : Optional.of(inputs);
        return WorkflowReader.readForRun(text, new WorkflowReader.Manner(file, name, scale, given), files);
    }

    /** Requires that the files exist which an input object names. O(values). */
    private static void requireFiles(JsonNode values, String inputs, FileView view) throws DocumentException {
        Optional<Path> missing =
                FileInputs.of(values).filter(path -> !view.exists(path)).findFirst();
        if (missing.isPresent()) {
            throw new DocumentException(inputs + ": there is no file or directory '" + missing.get() + "'");
        }
    }

    /** A workflow that is ready to run. */
    public record Loaded(Workflow workflow, TaskFlow flow) {
        /** Returns the workflow as one whose tasks another engine starts. */
        public Loaded foreign() {
            return new Loaded(workflow, new ForeignFlow());
        }

        /**
         * Requires that each step has a command, or is one of a document of CWL.
         *
         * @param file the file that an error names
         * @throws DocumentException if a step can only be planned
         */
        public void requireExecutable(String file) throws DocumentException {
            for (Step step : workflow.steps()) {
                boolean isCommand =
                        step.action() instanceof StepAction.Program || step.action() instanceof StepAction.Script;
                if (step.action() instanceof StepAction.PlanOnly) {
                    throw new DocumentException(file + ": step '" + step.id() + "' has no command, so that the"
                            + " workflow can only be planned");
                }
                if (isCommand && step.needs().isNothing()) {
                    throw new DocumentException(
                            file + ": step '" + step.id() + "' has a command and no resources" + "\nMaybe: nodes: 1");
                }
            }
        }
    }
}
