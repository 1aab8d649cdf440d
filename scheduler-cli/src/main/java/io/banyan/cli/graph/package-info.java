/** The commands about resource graphs that need no daemon. */
@NullMarked
package io.banyan.cli.graph;

import org.jspecify.annotations.NullMarked;
