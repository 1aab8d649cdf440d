/** The handling of one event. */
@NullMarked
package io.banyan.instance.turn;

import org.jspecify.annotations.NullMarked;
