/** Text in, subgraph out, and back (GRUG, JGF, R, DOT). */
@NullMarked
package io.banyan.graph.io;

import org.jspecify.annotations.NullMarked;
