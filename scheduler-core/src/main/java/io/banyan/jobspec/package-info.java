/** What a job asks for: request tree, slot, count, constraint and duration. */
@NullMarked
package io.banyan.jobspec;

import org.jspecify.annotations.NullMarked;
