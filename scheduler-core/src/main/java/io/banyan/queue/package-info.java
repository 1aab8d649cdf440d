/**
 * The order in which waiting jobs are tried, and the jobs that others may overtake; the instance performs the
 * placements of a pass.
 */
@NullMarked
package io.banyan.queue;

import org.jspecify.annotations.NullMarked;
