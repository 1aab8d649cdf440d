/** Workloads that are drawn from a model and a seed. */
@NullMarked
package io.banyan.sim.generate;

import org.jspecify.annotations.NullMarked;
