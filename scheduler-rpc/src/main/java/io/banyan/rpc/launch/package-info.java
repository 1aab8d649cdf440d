/** The processes of child instances: starting, watching and ending them. */
@NullMarked
package io.banyan.rpc.launch;

import org.jspecify.annotations.NullMarked;
