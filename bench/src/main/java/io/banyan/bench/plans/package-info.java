/** Plans of workflows by all solvers: whether the exact ones agree, and how far each is from the best known bound. */
@NullMarked
package io.banyan.bench.plans;

import org.jspecify.annotations.NullMarked;
