/** Random requests of clients and random faults for a tree, event by event from a seed. */
@NullMarked
package io.banyan.sim.script;

import org.jspecify.annotations.NullMarked;
