/** The path of resources between levels: grants, child instances, and the ends of jobs. */
@NullMarked
package io.banyan.instance.hierarchy;

import org.jspecify.annotations.NullMarked;
