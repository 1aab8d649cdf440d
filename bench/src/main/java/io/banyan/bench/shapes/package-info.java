/** Benchmarks of grows and shrinks in very deep and very wide trees. */
@NullMarked
package io.banyan.bench.shapes;

import org.jspecify.annotations.NullMarked;
