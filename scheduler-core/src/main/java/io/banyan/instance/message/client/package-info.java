/** The requests of clients, with their answers. */
@NullMarked
package io.banyan.instance.message.client;

import org.jspecify.annotations.NullMarked;
