/** How a command chooses a daemon, asks it, and prints its answers. */
@NullMarked
package io.banyan.cli.call;

import org.jspecify.annotations.NullMarked;
