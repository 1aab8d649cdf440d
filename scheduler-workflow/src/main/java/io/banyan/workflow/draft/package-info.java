/** The planning problem of a reduced workflow on a machine. */
@NullMarked
package io.banyan.workflow.draft;

import org.jspecify.annotations.NullMarked;
