/** Common parts of the benchmarks' commands: options, refusals, a place for files. */
@NullMarked
package io.banyan.bench.command;

import org.jspecify.annotations.NullMarked;
