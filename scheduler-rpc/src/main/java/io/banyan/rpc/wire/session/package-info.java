/** The frames between a parent and a child instance, and their conversion. */
@NullMarked
package io.banyan.rpc.wire.session;

import org.jspecify.annotations.NullMarked;
