/** A program of the system, run for what it writes, and ended with all that it has started. */
@NullMarked
package io.banyan.provider.process;

import org.jspecify.annotations.NullMarked;
