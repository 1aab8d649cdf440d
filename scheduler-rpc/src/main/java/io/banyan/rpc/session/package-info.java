/** Common parts of both ends of a session between parent and child. */
@NullMarked
package io.banyan.rpc.session;

import org.jspecify.annotations.NullMarked;
