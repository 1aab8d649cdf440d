/** The conversion between text and subgraphs: GRUG, JGF, R, hwloc XML, GraphML, DOT and plots. */
@NullMarked
package io.banyan.graph.io;

import org.jspecify.annotations.NullMarked;
