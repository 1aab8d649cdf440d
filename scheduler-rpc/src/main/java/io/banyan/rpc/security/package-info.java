/** Authentication and permissions: tokens, the credentials of children, and the checks on both sides of a call. */
@NullMarked
package io.banyan.rpc.security;

import org.jspecify.annotations.NullMarked;
