/** The log of changes, with the principal, time and origin of each, and of refused calls. */
@NullMarked
package io.banyan.rpc.audit;

import org.jspecify.annotations.NullMarked;
