/** An EC2 endpoint on loopback, as far as providers need one, with faults on demand. */
@NullMarked
package io.banyan.fake.ec2;

import org.jspecify.annotations.NullMarked;
