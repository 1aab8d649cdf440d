/** Files in directories in which another user may change anything at any moment: nothing there leads elsewhere or makes anybody wait. */
@NullMarked
package io.banyan.rpc.files;

import org.jspecify.annotations.NullMarked;
