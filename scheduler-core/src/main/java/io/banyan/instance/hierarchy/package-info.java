/** The way of resources between levels: how they come, go and end. */
@NullMarked
package io.banyan.instance.hierarchy;

import org.jspecify.annotations.NullMarked;
