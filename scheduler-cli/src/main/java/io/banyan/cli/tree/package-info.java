/** The commands for the tree of instances: spawn, grow and shrink. */
@NullMarked
package io.banyan.cli.tree;

import org.jspecify.annotations.NullMarked;
