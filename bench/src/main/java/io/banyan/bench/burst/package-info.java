/** Bursts to EC2: Banyan's own part of the time until resources arrive. */
@NullMarked
package io.banyan.bench.burst;

import org.jspecify.annotations.NullMarked;
