/**
 * Calls of one message each way through a Unix-domain socket, without HTTP/2: a command that makes one starts in half
 * the time.
 */
@NullMarked
package io.banyan.rpc.direct;

import org.jspecify.annotations.NullMarked;
