/** The path of resources out of an instance, from the request for their return until all levels have freed them. */
@NullMarked
package io.banyan.instance.release;

import org.jspecify.annotations.NullMarked;
