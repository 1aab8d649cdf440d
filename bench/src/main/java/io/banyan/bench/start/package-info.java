/** The time until a command has answered, or until a graph is loaded. */
@NullMarked
package io.banyan.bench.start;

import org.jspecify.annotations.NullMarked;
