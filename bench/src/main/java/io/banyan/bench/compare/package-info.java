/** Banyan's query and a peer's resource-query over the same graphs and commands, in alternation. */
@NullMarked
package io.banyan.bench.compare;

import org.jspecify.annotations.NullMarked;
