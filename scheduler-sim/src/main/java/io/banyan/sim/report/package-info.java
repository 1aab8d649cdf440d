/** Reports of simulations: logs and pages with plots. */
@NullMarked
package io.banyan.sim.report;

import org.jspecify.annotations.NullMarked;
