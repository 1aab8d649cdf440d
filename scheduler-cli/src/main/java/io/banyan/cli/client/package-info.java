/** The commands that call a running daemon, in one list. */
@NullMarked
package io.banyan.cli.client;

import org.jspecify.annotations.NullMarked;
