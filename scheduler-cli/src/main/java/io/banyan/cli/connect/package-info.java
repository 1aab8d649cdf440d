/**
 * Which daemon a client command asks, and with what: by options, environment, client file and what listens on this
 * machine.
 */
@NullMarked
package io.banyan.cli.connect;

import org.jspecify.annotations.NullMarked;
