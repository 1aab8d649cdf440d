/** What is spent of a provider, against what may be. */
@NullMarked
package io.banyan.rpc.spending;

import org.jspecify.annotations.NullMarked;
