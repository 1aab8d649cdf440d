/** Channels and servers over TCP and Unix-domain sockets, and their threads. */
@NullMarked
package io.banyan.rpc.transport;

import org.jspecify.annotations.NullMarked;
