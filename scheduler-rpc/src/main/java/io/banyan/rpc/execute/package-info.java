/** The processes of submitted jobs on this machine, from their start to the report of their ends. */
@NullMarked
package io.banyan.rpc.execute;

import org.jspecify.annotations.NullMarked;
