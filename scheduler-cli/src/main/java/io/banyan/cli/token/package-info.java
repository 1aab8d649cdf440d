/** {@code banyan token}: whom the owner of an instance lets in. */
@NullMarked
package io.banyan.cli.token;

import org.jspecify.annotations.NullMarked;
