/** Plots of measured values, written as SVG. */
@NullMarked
package io.banyan.bench.plot;

import org.jspecify.annotations.NullMarked;
