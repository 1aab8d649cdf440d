/** The events of an instance for watching clients. */
@NullMarked
package io.banyan.rpc.watch;

import org.jspecify.annotations.NullMarked;
