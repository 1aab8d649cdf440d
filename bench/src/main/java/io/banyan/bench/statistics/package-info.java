/** Statistics of measured values: quantiles and fitted lines. */
@NullMarked
package io.banyan.bench.statistics;

import org.jspecify.annotations.NullMarked;
