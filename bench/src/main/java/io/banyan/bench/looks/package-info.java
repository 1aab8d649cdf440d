/** Queries of a daemon while many short jobs pass through it: no query fails, and none contradicts itself. */
@NullMarked
package io.banyan.bench.looks;

import org.jspecify.annotations.NullMarked;
