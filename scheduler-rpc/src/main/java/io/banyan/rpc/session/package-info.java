/** What both ends of a session between parent and child need. */
@NullMarked
package io.banyan.rpc.session;

import org.jspecify.annotations.NullMarked;
