/** Where the time of a grow went, level by level. */
@NullMarked
package io.banyan.rpc.timing;

import org.jspecify.annotations.NullMarked;
