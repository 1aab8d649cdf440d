/** Texts of workflows, read into the model and written from it. */
@NullMarked
package io.banyan.workflow.format;

import org.jspecify.annotations.NullMarked;
