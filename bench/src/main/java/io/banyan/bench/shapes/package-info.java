/** What grows and shrinks cost in trees that are very deep, or very wide. */
@NullMarked
package io.banyan.bench.shapes;

import org.jspecify.annotations.NullMarked;
