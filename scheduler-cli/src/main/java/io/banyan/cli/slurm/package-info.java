/** Slurm's commands: their options, output formats and exit codes, translated to requests to a daemon. */
@NullMarked
package io.banyan.cli.slurm;

import org.jspecify.annotations.NullMarked;
