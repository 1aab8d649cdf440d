/** JMH benchmarks of the core. */
@NullMarked
package io.banyan.bench;

import org.jspecify.annotations.NullMarked;
