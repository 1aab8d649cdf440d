/** Traces of jobs as files: what the formats say, and what is to be said of a file that does not keep to them. */
@NullMarked
package io.banyan.sim.trace;

import org.jspecify.annotations.NullMarked;
