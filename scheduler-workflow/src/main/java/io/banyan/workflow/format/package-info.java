/** The limits of the texts of workflows, and the words that several formats share. */
@NullMarked
package io.banyan.workflow.format;

import org.jspecify.annotations.NullMarked;
