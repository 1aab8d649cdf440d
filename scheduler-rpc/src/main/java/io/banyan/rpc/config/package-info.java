/** Where a daemon keeps its files. */
@NullMarked
package io.banyan.rpc.config;

import org.jspecify.annotations.NullMarked;
