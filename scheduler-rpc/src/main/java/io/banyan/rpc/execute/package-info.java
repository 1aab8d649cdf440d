/** Runs what jobs are submitted for, and tells the instance how it ended. */
@NullMarked
package io.banyan.rpc.execute;

import org.jspecify.annotations.NullMarked;
