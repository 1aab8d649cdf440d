/** The bytes of a journal: decisions and their causes. */
@NullMarked
package io.banyan.rpc.wire.journal;

import org.jspecify.annotations.NullMarked;
