/** Parallel programs: their processes, their work and their messages. */
@NullMarked
package io.banyan.sim.program;

import org.jspecify.annotations.NullMarked;
