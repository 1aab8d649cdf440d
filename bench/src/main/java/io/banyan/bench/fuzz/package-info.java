/** {@code bench/fuzz}: malformed input at every door. */
@NullMarked
package io.banyan.bench.fuzz;

import org.jspecify.annotations.NullMarked;
