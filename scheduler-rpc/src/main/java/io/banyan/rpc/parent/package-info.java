/** The link to the parent instance. */
@NullMarked
package io.banyan.rpc.parent;

import org.jspecify.annotations.NullMarked;
