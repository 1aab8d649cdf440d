/** What a daemon is told: the keys of its configuration, the file that holds them, and where it keeps its own files. */
@NullMarked
package io.banyan.rpc.config;

import org.jspecify.annotations.NullMarked;
