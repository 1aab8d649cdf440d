/** The spending of a provider and its budget. */
@NullMarked
package io.banyan.rpc.spending;

import org.jspecify.annotations.NullMarked;
