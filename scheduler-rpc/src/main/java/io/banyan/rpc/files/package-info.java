/**
 * Files as this machine has them: whose they are, whether there is room for more, and those in directories in which
 * another user may change anything at any moment, where nothing leads elsewhere or makes anybody wait.
 */
@NullMarked
package io.banyan.rpc.files;

import org.jspecify.annotations.NullMarked;
