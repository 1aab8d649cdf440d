/** The times at which jobs run: queues, reservations, time limits, rescales and preemption. */
@NullMarked
package io.banyan.instance.jobs;

import org.jspecify.annotations.NullMarked;
