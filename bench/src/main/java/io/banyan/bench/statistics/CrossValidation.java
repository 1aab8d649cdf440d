package io.banyan.bench.statistics;

import java.util.Random;

/**
 * The quality of a line's prediction for other data: the points are divided into folds at random, each fold is
 * predicted by the line of all the others, and the figures of the folds are averaged.
 *
 * @param mape mean absolute error in parts of the measured value, averaged
 * @param rSquared coefficient of determination, averaged
 */
public record CrossValidation(double mape, double rSquared) {

    /**
     * Validates with this many folds. O(folds x n).
     *
     * @param seed of the dealing
     * @throws IllegalArgumentException where there are fewer than two folds, or fewer points than two a fold
     */
    public static CrossValidation of(PlotPoints points, int folds, long seed) {
        if (folds < 2 || points.size() < 2 * folds) {
            throw new IllegalArgumentException(points.size() + " points cannot be dealt into " + folds + " folds");
        }
        int[] dealt = shuffled(points.size(), seed);
        double mape = 0;
        double rSquared = 0;
        for (int fold = 0; fold < folds; fold++) {
            var training = new PlotPoints();
            var test = new PlotPoints();
            for (int i = 0; i < dealt.length; i++) {
                (i % folds == fold ? test : training).add(points.x(dealt[i]), points.y(dealt[i]));
            }
            Line line = Line.fit(training);
            mape += line.mape(test) / folds;
            rSquared += line.rSquared(test) / folds;
        }
        return new CrossValidation(mape, rSquared);
    }

    private static int[] shuffled(int count, long seed) {
        var random = new Random(seed);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
