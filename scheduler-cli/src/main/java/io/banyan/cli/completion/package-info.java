/** Scripts that let a shell complete the words of the {@code banyan} command. */
@NullMarked
package io.banyan.cli.completion;

import org.jspecify.annotations.NullMarked;
