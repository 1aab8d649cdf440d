/** The distances between nodes, and the links between them. */
@NullMarked
package io.banyan.topology;

import org.jspecify.annotations.NullMarked;
