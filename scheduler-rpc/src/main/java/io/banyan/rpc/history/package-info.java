/** Queries about jobs that are over. */
@NullMarked
package io.banyan.rpc.history;

import org.jspecify.annotations.NullMarked;
