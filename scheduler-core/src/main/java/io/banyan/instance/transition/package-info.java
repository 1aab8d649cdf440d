/**
 * The parts that each handler of an event uses: the transition with its decisions and effects, access rights, the
 * matcher, pending calls and deadlines.
 */
@NullMarked
package io.banyan.instance.transition;

import org.jspecify.annotations.NullMarked;
