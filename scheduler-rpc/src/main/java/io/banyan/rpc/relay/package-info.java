/** Calls of instances further down: passed on from one to the next, and served where they are meant for. */
@NullMarked
package io.banyan.rpc.relay;

import org.jspecify.annotations.NullMarked;
