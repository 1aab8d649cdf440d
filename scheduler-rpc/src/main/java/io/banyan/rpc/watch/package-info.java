/** Events of an instance for those who watch it. */
@NullMarked
package io.banyan.rpc.watch;

import org.jspecify.annotations.NullMarked;
