/** Plots as SVG: axes, lines, steps and bars. */
@NullMarked
package io.banyan.sim.plot;

import org.jspecify.annotations.NullMarked;
