/** The id of the request that a thread works on, for callers and the log. */
@NullMarked
package io.banyan.rpc.trace;

import org.jspecify.annotations.NullMarked;
