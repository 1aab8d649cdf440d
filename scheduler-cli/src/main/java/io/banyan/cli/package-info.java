/** The banyan command: which commands there are, and what becomes of a failure. */
@NullMarked
package io.banyan.cli;

import org.jspecify.annotations.NullMarked;
