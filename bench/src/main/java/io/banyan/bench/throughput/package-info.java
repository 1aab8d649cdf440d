/** The number of submitted jobs per second that a daemon completes. */
@NullMarked
package io.banyan.bench.throughput;

import org.jspecify.annotations.NullMarked;
