package io.banyan.bench.nested;

import io.banyan.cli.quickstart.GrowMeasurement;
import io.banyan.cli.quickstart.LevelMillis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The measurements of one request, by repetition. Not thread-safe. */
final class Samples {
    /** One part of the time of a grow at one level. */
    enum Part {
        /** The search in the level's own graph, and the booking of its result. */
        MATCH("match"),
        /** The wait for the level above, without the times that it reports itself. */
        COMMUNICATION("communication"),
        /** The addition of the grant to the graph, and its booking. */
        ADD_UPDATE("add+update");

        private final String label;

        Part(String label) {
            this.label = label;
        }

        /** For tables. */
        String label() {
            return label;
        }

        private double millis(LevelMillis times) {
            return switch (this) {
                case MATCH -> times.matchMillis();
                case COMMUNICATION -> times.communicationMillis();
                case ADD_UPDATE -> times.addUpdateMillis();
            };
        }
    }

    private final String request;
    private final int elements;
    private final List<GrowMeasurement> measurements = new ArrayList<>();
    private final Map<Echo.Mode, List<Double>> echoes = new LinkedHashMap<>();
    private int bytesUp;
    private int bytesDown;

    Samples(String request, int elements) {
        this.request = request;
        this.elements = elements;
    }

    void add(GrowMeasurement measurement) {
        measurements.add(measurement);
    }

    /** Notes how long the echo of the same bytes took. */
    void addEcho(Echo.Mode mode, double millis) {
        echoes.computeIfAbsent(mode, any -> new ArrayList<>()).add(millis);
    }

    void setBytes(int up, int down) {
        bytesUp = up;
        bytesDown = down;
    }

    /** T1 to T8. */
    String request() {
        return request;
    }

    /** Vertices and edges that it brings to each level below the top. */
    int elements() {
        return elements;
    }

    /** How large the question of a level to the next is on the wire. */
    int bytesUp() {
        return bytesUp;
    }

    /** How large the answer is. */
    int bytesDown() {
        return bytesDown;
    }

    /** How often it was measured. */
    int count() {
        return measurements.size();
    }

    /** The names of the levels, the top first. */
    List<String> levels() {
        return measurements.get(0).levels().reversed().stream()
                .map(LevelMillis::level)
                .toList();
    }

    /** The waiting times of the caller. */
    double[] totals() {
        return measurements.stream().mapToDouble(GrowMeasurement::totalMillis).toArray();
    }

    /** A part of the time of one level, 0 for the top. */
    double[] of(Part part, int level) {
        return measurements.stream()
                .mapToDouble(it -> part.millis(it.levels().reversed().get(level)))
                .toArray();
    }

    /** A part of the time of a level, all levels below the top in one row. */
    double[] ofLower(Part part) {
        return IntStream.range(1, levels().size())
                .mapToObj(level -> of(part, level))
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    /** A part of the time of all levels together, by repetition. */
    double[] sums(Part part) {
        return measurements.stream()
                .mapToDouble(
                        it -> it.levels().stream().mapToDouble(part::millis).sum())
                .toArray();
    }

    /** The echoes of the same bytes, each from one level to the next. */
    double[] echoes(Echo.Mode mode) {
        return echoes.getOrDefault(mode, List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }
}
