/** The aggregates with the free amounts of a subtree, so that a traverser need not enter it. */
@NullMarked
package io.banyan.prune;

import org.jspecify.annotations.NullMarked;
