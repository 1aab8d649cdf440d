/** The messages between clients and an instance, and their conversion. */
@NullMarked
package io.banyan.rpc.wire.client;

import org.jspecify.annotations.NullMarked;
