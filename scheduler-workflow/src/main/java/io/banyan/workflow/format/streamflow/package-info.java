/**
 * StreamFlow files: which service of which deployment runs each step of a workflow of CWL.
 *
 * <p>{@code StreamFlowFormat} reads a file into a {@code StreamFlowJob}. The resources of a Slurm or Banyan service are
 * merged over those of the CWL document.
 */
@NullMarked
package io.banyan.workflow.format.streamflow;

import org.jspecify.annotations.NullMarked;
