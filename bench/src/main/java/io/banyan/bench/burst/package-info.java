/** Bursts to EC2: how much of the time until resources are there is our own work. */
@NullMarked
package io.banyan.bench.burst;

import org.jspecify.annotations.NullMarked;
