/** The port to a Slurm, by its commands. */
@NullMarked
package io.banyan.workflow.batch.slurm;

import org.jspecify.annotations.NullMarked;
