/** A provider that is Amazon EC2: instances of specific types, or Fleets of whatever fits. */
@NullMarked
package io.banyan.provider.ec2;

import org.jspecify.annotations.NullMarked;
