/** Repeated kills of a daemon under load, and the comparison of its state with the acknowledged operations. */
@NullMarked
package io.banyan.bench.crash;

import org.jspecify.annotations.NullMarked;
