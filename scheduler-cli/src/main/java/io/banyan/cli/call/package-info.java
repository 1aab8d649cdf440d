/** The common parts of client commands: the choice of the daemon, the call, and the printed answer. */
@NullMarked
package io.banyan.cli.call;

import org.jspecify.annotations.NullMarked;
