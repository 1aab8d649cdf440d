/**
 * Streams of jobs, and what becomes of them under a queue policy: an instance in virtual time, and the same code as in
 * a daemon.
 */
@NullMarked
package io.banyan.sim.workload;

import org.jspecify.annotations.NullMarked;
