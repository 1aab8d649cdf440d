/** Processes of this machine: as which user they run, which of them belong together, and how they are found again. */
@NullMarked
package io.banyan.rpc.process;

import org.jspecify.annotations.NullMarked;
