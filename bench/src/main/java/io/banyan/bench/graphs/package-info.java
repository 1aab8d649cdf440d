/** The measured graphs, made in memory. */
@NullMarked
package io.banyan.bench.graphs;

import org.jspecify.annotations.NullMarked;
