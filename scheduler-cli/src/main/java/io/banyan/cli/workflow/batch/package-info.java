/** The access of workflow commands to batch schedulers. */
@NullMarked
package io.banyan.cli.workflow.batch;

import org.jspecify.annotations.NullMarked;
