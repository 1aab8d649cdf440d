/** The output of commands: text, tables, JSON, exit status. */
@NullMarked
package io.banyan.cli.output;

import org.jspecify.annotations.NullMarked;
