/** The time of a grow at each level. */
@NullMarked
package io.banyan.rpc.timing;

import org.jspecify.annotations.NullMarked;
