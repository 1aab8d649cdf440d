/** What the benchmarks' commands have in common: options, refusals, a place for files. */
@NullMarked
package io.banyan.bench.command;

import org.jspecify.annotations.NullMarked;
