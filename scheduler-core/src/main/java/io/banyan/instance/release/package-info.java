/** The path of resources out of an instance, from the request for them until everybody has freed them. */
@NullMarked
package io.banyan.instance.release;

import org.jspecify.annotations.NullMarked;
