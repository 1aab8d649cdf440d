/** The values that messages consist of. */
@NullMarked
package io.banyan.instance.message.value;

import org.jspecify.annotations.NullMarked;
