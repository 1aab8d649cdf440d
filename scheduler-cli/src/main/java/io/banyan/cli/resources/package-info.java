/** The commands for resources: graphs, nodes, queues and reservations. */
@NullMarked
package io.banyan.cli.resources;

import org.jspecify.annotations.NullMarked;
