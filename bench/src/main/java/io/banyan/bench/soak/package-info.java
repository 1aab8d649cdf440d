/** A long life of a daemon in a short time, which finds costs that grow with the number of operations. */
@NullMarked
package io.banyan.bench.soak;

import org.jspecify.annotations.NullMarked;
