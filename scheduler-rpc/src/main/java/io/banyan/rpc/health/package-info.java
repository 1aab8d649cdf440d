/** The site's health check, which runs on the nodes periodically and drains failing ones. */
@NullMarked
package io.banyan.rpc.health;

import org.jspecify.annotations.NullMarked;
