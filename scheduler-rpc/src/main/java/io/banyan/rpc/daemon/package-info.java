/** One instance as a process: puts its parts together and takes them apart again. */
@NullMarked
package io.banyan.rpc.daemon;

import org.jspecify.annotations.NullMarked;
