/** The values of which messages are made. */
@NullMarked
package io.banyan.instance.message.value;

import org.jspecify.annotations.NullMarked;
