/** The growth of the cost of a match with the size of the system. */
@NullMarked
package io.banyan.bench.scaling;

import org.jspecify.annotations.NullMarked;
