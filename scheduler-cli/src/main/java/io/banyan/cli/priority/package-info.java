/** The places of waiting jobs in the queues, and the parts of their priorities. */
@NullMarked
package io.banyan.cli.priority;

import org.jspecify.annotations.NullMarked;
