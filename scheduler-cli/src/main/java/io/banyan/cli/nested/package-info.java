/** The commands whose jobs start an instance of their own when it is their turn. */
@NullMarked
package io.banyan.cli.nested;

import org.jspecify.annotations.NullMarked;
