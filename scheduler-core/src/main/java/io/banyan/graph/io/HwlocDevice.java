package io.banyan.graph.io;

import java.util.regex.Pattern;

/** The role of an OS device of hwloc in a resource graph. */
enum HwlocDevice {
    /** A co-processor, such as {@code cuda0} or {@code rsmi0}. */
    GPU,
    /** A block device. */
    STORAGE,
    /** A network interface, a display or anything else that is no resource. */
    OTHER;

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    /** The types of hwloc 1 and 2 are numbers. */
    private static final int LAST_NUMBER = 5;

    private static final int BLOCK = 0;
    private static final int DISPLAY_OR_GPU = 1;
    /** The types of hwloc 3 are bits. */
    private static final int STORAGE_BIT = 1;

    private static final int GPU_BIT = 1 << 2;
    private static final int COPROCESSOR_BIT = 1 << 3;
    /** Besides these: memory, network, OpenFabrics and DMA. */
    private static final int KNOWN_BITS = (1 << 7) - 1;

    private static final String AMD_MONITORING = "rsmi";
    /** The names of displays: DRM cards, their nodes, and X11 screens. */
    private static final Pattern DISPLAY = Pattern.compile("(card|renderD|controlD)\\d+|:.*");

    /**
     * The kind of a device.
     *
     * @param version of the topology: 1, 2 or 3
     * @param type the attribute {@code osdev_type}
     * @throws IllegalArgumentException if the type is none of that version
     */
    static HwlocDevice of(int version, String type, String name) {
        if (!NUMBER.matcher(type).matches()) {
            throw new IllegalArgumentException(
                    "the device '" + name + "' has the osdev_type '" + type + "'; expected a number");
        }
        int number = Integer.parseInt(type);
        return version < 3 ? ofNumber(number, name) : ofBits(number, name);
    }

    private static HwlocDevice ofNumber(int number, String name) {
        if (number > LAST_NUMBER) {
            throw unknown(number, name, "0 to " + LAST_NUMBER);
        }
        if (number == LAST_NUMBER || (number == DISPLAY_OR_GPU && name.startsWith(AMD_MONITORING))) {
            return GPU;
        }
        return number == BLOCK ? STORAGE : OTHER;
    }

    private static HwlocDevice ofBits(int bits, String name) {
        if (bits != 0 && (bits & KNOWN_BITS) == 0) {
            throw unknown(bits, name, "bits from 1 to " + (KNOWN_BITS + 1) / 2);
        }
        boolean isDisplay = DISPLAY.matcher(name).matches();
        if ((bits & COPROCESSOR_BIT) != 0 || ((bits & GPU_BIT) != 0 && !isDisplay)) {
            return GPU;
        }
        return (bits & STORAGE_BIT) != 0 ? STORAGE : OTHER;
    }

    private static IllegalArgumentException unknown(int type, String name, String known) {
        return new IllegalArgumentException(
                "the device '" + name + "' has the unknown osdev_type " + type + "; " + known + " are known");
    }
}
