/** The smallest graph of blocks that stands for a workflow. */
@NullMarked
package io.banyan.workflow.reduce;

import org.jspecify.annotations.NullMarked;
