package io.banyan.workflow.engine;

import java.nio.file.Path;

/**
 * The directories of one task; absolute paths, each its own.
 *
 * @param outdir the working directory, which holds the outputs
 * @param tmpdir the directory for temporary files
 * @param stage the directory for the inputs
 */
public record TaskPlace(Path outdir, Path tmpdir, Path stage) {}
