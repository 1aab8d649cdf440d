/** A program of the system, run for its output, and ended with all its descendants. */
@NullMarked
package io.banyan.provider.process;

import org.jspecify.annotations.NullMarked;
