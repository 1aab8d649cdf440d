/** What is computed from measured values: quantiles, and lines fitted to them. */
@NullMarked
package io.banyan.bench.statistics;

import org.jspecify.annotations.NullMarked;
