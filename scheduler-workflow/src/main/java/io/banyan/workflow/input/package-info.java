/** The entry for texts of workflows: the format of a text, and its workflow. */
@NullMarked
package io.banyan.workflow.input;

import org.jspecify.annotations.NullMarked;
