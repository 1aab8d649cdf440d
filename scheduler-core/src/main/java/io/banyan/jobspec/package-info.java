/** The jobspec, in which a job says what it asks for: request tree, slot, count, constraint and duration. */
@NullMarked
package io.banyan.jobspec;

import org.jspecify.annotations.NullMarked;
