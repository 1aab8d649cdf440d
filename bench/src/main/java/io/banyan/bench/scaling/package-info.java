/** How the cost of a match grows with the system. */
@NullMarked
package io.banyan.bench.scaling;

import org.jspecify.annotations.NullMarked;
