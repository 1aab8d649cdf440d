/** How results are said: on which machine they were found, in tables. */
@NullMarked
package io.banyan.bench.report;

import org.jspecify.annotations.NullMarked;
