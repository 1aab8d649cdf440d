/** The aggregates that say what a subtree still holds, so that a traverser need not enter it. */
@NullMarked
package io.banyan.prune;

import org.jspecify.annotations.NullMarked;
