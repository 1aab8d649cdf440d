/** Benchmarks of the core: with JMH, and of processor time alone. */
@NullMarked
package io.banyan.bench;

import org.jspecify.annotations.NullMarked;
