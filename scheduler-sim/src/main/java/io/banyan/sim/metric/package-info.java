/** Metrics of a workload that has run. */
@NullMarked
package io.banyan.sim.metric;

import org.jspecify.annotations.NullMarked;
