/** Queries about ended jobs. */
@NullMarked
package io.banyan.rpc.history;

import org.jspecify.annotations.NullMarked;
