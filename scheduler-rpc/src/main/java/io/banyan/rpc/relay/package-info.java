/** Calls of instances further down: passed on from one instance to the next, and served at their target. */
@NullMarked
package io.banyan.rpc.relay;

import org.jspecify.annotations.NullMarked;
