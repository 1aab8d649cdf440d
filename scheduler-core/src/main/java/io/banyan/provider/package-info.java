/** The SPI of an external provider: provision, release, estimate, inventory, describe. */
@NullMarked
package io.banyan.provider;

import org.jspecify.annotations.NullMarked;
