/** The places of waiting jobs in the queues, and what makes them. */
@NullMarked
package io.banyan.cli.priority;

import org.jspecify.annotations.NullMarked;
