/** {@code banyan token}: the principals that may call an instance, and their tokens. */
@NullMarked
package io.banyan.cli.token;

import org.jspecify.annotations.NullMarked;
