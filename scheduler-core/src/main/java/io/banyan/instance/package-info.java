/** One level of the hierarchy as a state machine: events in, effects out. */
@NullMarked
package io.banyan.instance;

import org.jspecify.annotations.NullMarked;
