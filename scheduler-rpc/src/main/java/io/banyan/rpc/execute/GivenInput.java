package io.banyan.rpc.execute;

import io.banyan.rpc.files.ForeignFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;

/**
 * The amount of a submitter's input that was given to the processes of a job. It is noted beside the directory of the
 * job, so that a later daemon, or a later start of the job, knows of it. Input is not kept: a later start of a job
 * cannot read the input of an earlier one.
 */
enum GivenInput {
    /** None was given. */
    NONE,
    /** The input ended without a byte. */
    EMPTY,
    /** Some was given, and its end was not. */
    PART,
    /** All was given. */
    WHOLE;

    private static final int MOST_CHARACTERS = 16;

    /**
     * Reads the note of a job.
     *
     * @throws IOException if there is one that cannot be read
     */
    static GivenInput of(JobDirectory directory) throws IOException {
        try {
            String noted =
                    ForeignFile.read(directory.input(), MOST_CHARACTERS).text().strip();
            for (GivenInput given : values()) {
                if (given.name().equals(noted)) {
                    return given;
                }
            }
            // The daemon ended while it wrote the note.
            return PART;
        } catch (NoSuchFileException none) {
            return NONE;
        }
    }

    /** Notes it for a job. */
    void note(JobDirectory directory) throws IOException {
        Files.writeString(directory.input(), name());
    }

    /** Whether the input cannot be given to another start of the job. */
    boolean isGone() {
        return this == PART || this == WHOLE;
    }

    /** Whether the end of the input was given. */
    boolean hasEnded() {
        return this == EMPTY || this == WHOLE;
    }
}
