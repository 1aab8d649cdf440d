/** Keeps the journal of an instance's decisions. */
@NullMarked
package io.banyan.rpc.store;

import org.jspecify.annotations.NullMarked;
