/** The sessions with child instances. */
@NullMarked
package io.banyan.rpc.child;

import org.jspecify.annotations.NullMarked;
