/** Tries trees of instances from many seeds, and shrinks what breaks one to the events that it takes. */
@NullMarked
package io.banyan.sim;

import org.jspecify.annotations.NullMarked;
