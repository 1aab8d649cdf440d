/** Random client requests and mishaps for a tree, action by action from a seed. */
@NullMarked
package io.banyan.sim.script;

import org.jspecify.annotations.NullMarked;
