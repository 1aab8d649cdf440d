/** The values of the port in terms of a Banyan instance: its graph, its jobspecs, and the records of its jobs. */
@NullMarked
package io.banyan.workflow.batch.machine;

import org.jspecify.annotations.NullMarked;
