/** Invariants of a whole tree of instances. */
@NullMarked
package io.banyan.sim.check;

import org.jspecify.annotations.NullMarked;
