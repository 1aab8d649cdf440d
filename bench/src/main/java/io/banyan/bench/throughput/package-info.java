/** How many submitted jobs a second a daemon takes from their submission to their end. */
@NullMarked
package io.banyan.bench.throughput;

import org.jspecify.annotations.NullMarked;
