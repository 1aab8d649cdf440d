/** A load on a daemon that does not wait for its answers (open loop), with the latencies that callers would see. */
@NullMarked
package io.banyan.bench.load;

import org.jspecify.annotations.NullMarked;
