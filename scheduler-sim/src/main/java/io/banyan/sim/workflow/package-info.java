/** Workflows in a stream of jobs: methods to run them side by side, and the promises to the jobs of the stream. */
@NullMarked
package io.banyan.sim.workflow;

import org.jspecify.annotations.NullMarked;
