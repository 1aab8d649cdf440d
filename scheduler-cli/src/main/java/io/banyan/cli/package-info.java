/** The banyan command: the list of its commands, and the handling of failures. */
@NullMarked
package io.banyan.cli;

import org.jspecify.annotations.NullMarked;
