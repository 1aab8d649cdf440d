/** The commands of the daemon itself: start, configuration, backup, restore and fence. */
@NullMarked
package io.banyan.cli.daemon;

import org.jspecify.annotations.NullMarked;
