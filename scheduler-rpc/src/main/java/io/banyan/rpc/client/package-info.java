/** What the command line and other tools call: blocking calls, values in, values out. */
@NullMarked
package io.banyan.rpc.client;

import org.jspecify.annotations.NullMarked;
