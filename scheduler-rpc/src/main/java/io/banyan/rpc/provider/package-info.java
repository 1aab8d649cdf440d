/** Provider plug-ins, and the calls to them off the thread that owns the instance. */
@NullMarked
package io.banyan.rpc.provider;

import org.jspecify.annotations.NullMarked;
