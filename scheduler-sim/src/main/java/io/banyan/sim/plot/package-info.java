/** Plots as SVG: axes, lines, steps, bars, each readable without anything else beside it. */
@NullMarked
package io.banyan.sim.plot;

import org.jspecify.annotations.NullMarked;
