/** Options that commands of several kinds have. */
@NullMarked
package io.banyan.cli.options;

import org.jspecify.annotations.NullMarked;
