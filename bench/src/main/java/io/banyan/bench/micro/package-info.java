/**
 * Benchmarks of single operations of the core, and of what goes over the wire: with JMH, or of processor time alone.
 */
@NullMarked
package io.banyan.bench.micro;

import org.jspecify.annotations.NullMarked;
