/** The commands whose jobs start an instance of their own. */
@NullMarked
package io.banyan.cli.nested;

import org.jspecify.annotations.NullMarked;
