/** How many decisions a second reach the disk, and how soon they are there again. */
@NullMarked
package io.banyan.bench.commit;

import org.jspecify.annotations.NullMarked;
