package io.banyan.provider.ec2;

import io.banyan.provider.Price;
import java.util.Optional;

/**
 * An instance type of the catalogue.
 *
 * @param name as EC2 has it
 * @param price on demand, which is the most that a spot instance of it costs; empty where the price list has none
 * @param isSpot whether it is to be had as spot
 */
record InstanceKind(String name, NodeShape shape, Optional<Price> price, boolean isSpot) {

    /**
     * By which the cheapest is found; without a price, its resources determine its place, after all types with a price.
     */
    long cost() {
        long unpriced = 1L << 40;
        return price.map(Price::microsAnHour)
                .orElse(unpriced + shape.cores() * 8 + shape.memoryGb() + shape.gpus() * 256);
    }
}
