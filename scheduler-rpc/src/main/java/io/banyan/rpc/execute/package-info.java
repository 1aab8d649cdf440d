/** Runs what jobs are submitted for, and tells the instance how it ended. */
@org.jspecify.annotations.NullMarked
package io.banyan.rpc.execute;
