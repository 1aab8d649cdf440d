/** Runs a site's health check on the nodes now and then, and drains the nodes that fail it. */
@NullMarked
package io.banyan.rpc.health;

import org.jspecify.annotations.NullMarked;
