/**
 * The choice of the daemon for a client command, with its credentials: by options, environment, client file and local
 * sockets.
 */
@NullMarked
package io.banyan.cli.connect;

import org.jspecify.annotations.NullMarked;
