/** The search over many seeds of simulated trees, which reduces a failure to the necessary events. */
@NullMarked
package io.banyan.sim;

import org.jspecify.annotations.NullMarked;
