/** Turns protobuf messages into the core's values, within limits, or back. */
@NullMarked
package io.banyan.rpc.wire;

import org.jspecify.annotations.NullMarked;
