/**
 * Texts in YAML or JSON as values with positions, for grammars that say where a mistake is.
 *
 * <p>{@code Source} names a text, {@code DocumentReader} reads it, and {@code Fields} gives typed access to a mapping.
 */
@NullMarked
package io.banyan.document;

import org.jspecify.annotations.NullMarked;
