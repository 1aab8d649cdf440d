/** The request of a job: request tree, slot, count, constraint and duration. */
@NullMarked
package io.banyan.jobspec;

import org.jspecify.annotations.NullMarked;
