/** The command that is a daemon. */
@NullMarked
package io.banyan.cli.daemon;

import org.jspecify.annotations.NullMarked;
