/**
 * Recorded workflows in the WfFormat of WfCommons: versions 1.4, 1.5 and 1.6 are read, and 1.5 is written.
 *
 * <p>{@code WfFormatReader} and {@code WfFormatWriter} are the entries.
 */
@NullMarked
package io.banyan.workflow.format.wfformat;

import org.jspecify.annotations.NullMarked;
