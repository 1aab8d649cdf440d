/** The paper's experiment with nested instances (its sections 5 and 6), with a process for each level. */
@NullMarked
package io.banyan.bench.nested;

import org.jspecify.annotations.NullMarked;
