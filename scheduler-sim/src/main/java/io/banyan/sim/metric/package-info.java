/** What became of a workload in numbers. */
@NullMarked
package io.banyan.sim.metric;

import org.jspecify.annotations.NullMarked;
