/** A daemon as a process, which a benchmark starts and kills. */
@NullMarked
package io.banyan.bench.daemon;

import org.jspecify.annotations.NullMarked;
