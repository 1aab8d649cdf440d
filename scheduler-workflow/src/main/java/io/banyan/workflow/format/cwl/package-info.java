/**
 * Documents of CWL v1.0 to v1.2 as values, and their translation into the workflow model.
 *
 * <p>{@code CwlFormat} is the entry. {@code CwlReader} reads a document and the files that it refers to through
 * {@code TextFiles} into a {@code CwlProcess}; {@code CwlTranslation} makes a workflow of it and an input object.
 * {@code LocalTextFiles} is the only class that opens files.
 */
@NullMarked
package io.banyan.workflow.format.cwl;

import org.jspecify.annotations.NullMarked;
