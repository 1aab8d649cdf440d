/**
 * Streams of jobs and their results under a queue policy: an instance in virtual time, with the same code as in a
 * daemon.
 */
@NullMarked
package io.banyan.sim.workload;

import org.jspecify.annotations.NullMarked;
