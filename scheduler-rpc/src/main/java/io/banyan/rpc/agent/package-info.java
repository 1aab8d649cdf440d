/** The one thread that owns an instance: events in, journal, effects out. */
@NullMarked
package io.banyan.rpc.agent;

import org.jspecify.annotations.NullMarked;
