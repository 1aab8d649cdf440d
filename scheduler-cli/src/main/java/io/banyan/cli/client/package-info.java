/** The commands that ask a running daemon. */
@NullMarked
package io.banyan.cli.client;

import org.jspecify.annotations.NullMarked;
