/**
 * Safe access to files of this machine: their owners, the free space, and files in directories that another user may
 * change at any moment, without following links and without blocking.
 */
@NullMarked
package io.banyan.rpc.files;

import org.jspecify.annotations.NullMarked;
