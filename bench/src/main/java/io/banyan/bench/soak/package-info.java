/** A long life of a daemon, compressed: what grows with the number of operations is found. */
@NullMarked
package io.banyan.bench.soak;

import org.jspecify.annotations.NullMarked;
