/** What clients ask of a tree, and what goes wrong in it, event by event from a seed. */
@NullMarked
package io.banyan.sim.script;

import org.jspecify.annotations.NullMarked;
