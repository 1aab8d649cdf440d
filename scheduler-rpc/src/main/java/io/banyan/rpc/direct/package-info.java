/**
 * Calls of one message each way through a Unix-domain socket, without HTTP/2, which halve the start time of a command.
 */
@NullMarked
package io.banyan.rpc.direct;

import org.jspecify.annotations.NullMarked;
