package io.banyan.workflow.engine;

import java.nio.file.Path;

/** A file or directory that is made before a task starts; the directories above it are made too. */
public sealed interface StagedFile {
    /** Returns the path to be made. */
    Path target();

    /** A symbolic link. */
    record Link(Path target, Path source) implements StagedFile {}

    /** A copy that the task may change, with all that a directory holds. */
    record Copy(Path target, Path source) implements StagedFile {}

    /** A file with a text. */
    record Text(Path target, String text) implements StagedFile {}

    /** An empty directory. */
    record Directory(Path target) implements StagedFile {}
}
