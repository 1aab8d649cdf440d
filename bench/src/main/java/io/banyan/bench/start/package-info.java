/** How long it takes until a command has answered, or a graph is loaded. */
@NullMarked
package io.banyan.bench.start;

import org.jspecify.annotations.NullMarked;
