package io.banyan.workflow.model;

import java.util.List;

/** The work of a step. */
public sealed interface StepAction {
    /**
     * A program with its arguments, run without a shell.
     *
     * @param words the program and its arguments, at least one
     */
    record Program(List<String> words) implements StepAction {
        /** Checks that there is a program, and copies the list. */
        public Program {
            words = List.copyOf(words);
            if (words.isEmpty() || words.getFirst().isEmpty()) {
                throw new IllegalArgumentException("a command needs a program");
            }
        }
    }

    /**
     * A line or text for the shell {@code /bin/sh}.
     *
     * @param text not blank
     */
    record Script(String text) implements StepAction {
        /** Checks that there is a text. */
        public Script {
            if (text.isBlank()) {
                throw new IllegalArgumentException("a command must not be blank");
            }
        }
    }

    /**
     * A process of a document whose command is known only when its inputs are, such as a tool of CWL.
     *
     * @param process the reference of the process within its documents
     */
    record Tool(String process) implements StepAction {}

    /** An expression, which the daemon evaluates itself. */
    record Evaluation(String process) implements StepAction {}

    /** A step that is planned and never run, such as an operation of CWL or a task of a recorded workflow. */
    record PlanOnly() implements StepAction {}
}
