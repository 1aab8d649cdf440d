/** One instance as a process: the assembly of its parts, and their orderly shutdown. */
@NullMarked
package io.banyan.rpc.daemon;

import org.jspecify.annotations.NullMarked;
