/** Kills a daemon under load again and again, and compares what it knows afterwards with what it had acknowledged. */
@NullMarked
package io.banyan.bench.crash;

import org.jspecify.annotations.NullMarked;
