/** The client for the command line and other tools: blocking calls, values in, values out. */
@NullMarked
package io.banyan.rpc.client;

import org.jspecify.annotations.NullMarked;
