/** The command that shows what jobs used of processors and memory. */
@NullMarked
package io.banyan.cli.usage;

import org.jspecify.annotations.NullMarked;
