/** The conversion between protobuf messages and the core's values, with limits. */
@NullMarked
package io.banyan.rpc.wire;

import org.jspecify.annotations.NullMarked;
