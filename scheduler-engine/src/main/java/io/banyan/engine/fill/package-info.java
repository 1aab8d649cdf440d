/** Fillers of reservations: many tasks in one job on each node, in place of a job for each task. */
@NullMarked
package io.banyan.engine.fill;

import org.jspecify.annotations.NullMarked;
