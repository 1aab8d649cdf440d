/** {@code bench/fuzz}: malformed input for every reader of input. */
@NullMarked
package io.banyan.bench.fuzz;

import org.jspecify.annotations.NullMarked;
