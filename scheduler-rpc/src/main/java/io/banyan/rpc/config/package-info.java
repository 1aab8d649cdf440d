/** The configuration of a daemon: keys, their file and the layout of the state directory. */
@NullMarked
package io.banyan.rpc.config;

import org.jspecify.annotations.NullMarked;
