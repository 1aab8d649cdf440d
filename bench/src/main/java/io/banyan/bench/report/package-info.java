/** The output of results: the machine of the measurement, and tables. */
@NullMarked
package io.banyan.bench.report;

import org.jspecify.annotations.NullMarked;
