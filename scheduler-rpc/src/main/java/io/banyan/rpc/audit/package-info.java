/** Writes down who changed what, when and from where, and who was refused. */
@NullMarked
package io.banyan.rpc.audit;

import org.jspecify.annotations.NullMarked;
