/** {@code bench/replay}: a trace through the queue, in a process that has replayed it before. */
@NullMarked
package io.banyan.bench.replay;

import org.jspecify.annotations.NullMarked;
