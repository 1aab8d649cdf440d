/**
 * The port to a batch scheduler: the free times of its machine, reservations that delay no other job, and jobs that run
 * in them.
 */
@NullMarked
package io.banyan.workflow.batch;

import org.jspecify.annotations.NullMarked;
