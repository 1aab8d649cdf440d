/** The cost of a task of a filler, and the use of cores with many short tasks. */
@NullMarked
package io.banyan.bench.filling;

import org.jspecify.annotations.NullMarked;
