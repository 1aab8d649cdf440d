package io.banyan.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random jobs under the policy that stops, second by second: nothing is given twice, all come to an end, and nobody is
 * stopped again and again.
 */
class StopPlayTest {
    private static final int SLOTS = 32;
    private static final int SEEDS = 150;
    private static final long MOST_SECONDS = 100_000;

    private enum Stage {
        COMES,
        WAITS,
        RUNS,
        WRITES,
        DONE
    }

    /** A job of so many slot seconds. All that is done on it is counted. */
    private static final class Player implements Prospect, Checkpoint {
        final long number;
        final Malleable bounds;
        final int priority;
        final long submitted;
        final double work;
        final long rescale;
        final boolean canStop;
        final long write;
        final long restart;

        Stage stage = Stage.COMES;
        long now;
        double done;
        long amount;
        long changed;
        long standsUntil;
        long held;
        long worked;
        int stops;
        boolean goesOn;

        Player(long number, SplittableRandom random) {
            this.number = number;
            long unit = 1L + random.nextInt(3);
            long min = 1L + random.nextInt(16);
            long max = random.nextBoolean() ? min : min + unit * random.nextInt((int) ((SLOTS - min) / unit + 1));
            this.bounds = new Malleable(min, max, unit);
            this.priority = 1 + random.nextInt(5);
            this.submitted = random.nextInt(600);
            this.work = min * (20.0 + random.nextInt(random.nextInt(5) == 0 ? 2000 : 300));
            this.rescale = random.nextInt(5);
            this.canStop = random.nextInt(4) > 0;
            this.write = random.nextInt(30);
            this.restart = random.nextInt(30);
        }

        @Override
        public double remainingSec(long of) {
            return Math.max(0, standsUntil - now) + (goesOn ? restart : 0) + (work - done) / of;
        }

        @Override
        public double rescaleSec(long from, long to) {
            return rescale;
        }

        @Override
        public Optional<Checkpoint> checkpoint() {
            return canStop ? Optional.of(this) : Optional.empty();
        }

        @Override
        public double writeSec(long of) {
            return write;
        }

        @Override
        public double restartSec(long of) {
            return restart;
        }

        ElasticJob seen() {
            return new ElasticJob(number, bounds, priority, submitted, Optional.of(this));
        }
    }

    private final List<Player> players = new ArrayList<>();
    private long now;
    private long gap;

    private List<Player> in(Stage stage) {
        return players.stream().filter(it -> it.stage == stage).toList();
    }

    private long used() {
        return players.stream().mapToLong(it -> it.amount).sum();
    }

    private Situation situation() {
        players.forEach(it -> it.now = now);
        return new Situation(
                now,
                SLOTS - used(),
                in(Stage.WRITES).stream().mapToLong(it -> it.amount).sum(),
                in(Stage.RUNS).stream()
                        .map(it -> new RunningJob(it.seen(), it.amount, it.changed))
                        .toList(),
                in(Stage.WAITS).stream().map(Player::seen).toList());
    }

    private void perform(List<Proposal> proposals) {
        for (Proposal proposal : proposals) {
            Player player = players.get((int) proposal.job());
            switch (proposal) {
                case Proposal.Start start -> {
                    assertThat(player.stage).isEqualTo(Stage.WAITS);
                    player.stage = Stage.RUNS;
                    player.standsUntil = now + (player.goesOn ? player.restart : 0);
                    player.goesOn = false;
                    change(player, start.amount());
                }
                case Proposal.Shrink shrink -> rescale(player, shrink.amount(), shrink.amount() < player.amount);
                case Proposal.Expand expand -> rescale(player, expand.amount(), expand.amount() > player.amount);
                case Proposal.Stop stop -> stop(player);
            }
            assertThat(used()).as("in use after %s", proposal).isLessThanOrEqualTo(SLOTS);
        }
    }

    private void rescale(Player player, long to, boolean isInThatDirection) {
        assertThat(player.stage).isEqualTo(Stage.RUNS);
        assertThat(isInThatDirection).isTrue();
        assertThat(now - player.changed).isGreaterThanOrEqualTo(gap);
        player.standsUntil = Math.max(now, player.standsUntil) + player.rescale;
        change(player, to);
    }

    private void change(Player player, long to) {
        assertThat(player.bounds.fitting(to)).isEqualTo(to).isPositive();
        player.amount = to;
        player.changed = now;
    }

    private void stop(Player player) {
        assertThat(player.stage).isEqualTo(Stage.RUNS);
        assertThat(player.canStop).isTrue();
        assertThat(now - player.changed)
                .as("left alone, and not stopped again at once")
                .isGreaterThanOrEqualTo(Math.max(gap, 2 * (player.write + player.restart)));
        assertThat((player.work - player.done) / player.amount)
                .as("not where nearly done")
                .isGreaterThan(3.0 * (player.write + player.restart));
        player.stage = Stage.WRITES;
        player.standsUntil = now + player.write;
        player.stops++;
    }

    /**
     * Plays the events that are due now; a player that is submitted now comes last. Returns whether anything was freed.
     */
    private boolean happens() {
        boolean isFreed = false;
        for (Player player : players) {
            if (player.stage == Stage.RUNS && player.done >= player.work - 1e-6) {
                player.stage = Stage.DONE;
                player.amount = 0;
                isFreed = true;
            } else if (player.stage == Stage.WRITES && player.standsUntil <= now) {
                player.stage = Stage.WAITS;
                player.amount = 0;
                player.goesOn = true;
                isFreed = true;
            }
        }
        return isFreed;
    }

    private void second() {
        for (Player player : players) {
            player.held += player.amount > 0 ? 1 : 0;
            if (player.stage == Stage.RUNS && player.standsUntil <= now) {
                player.done += player.amount;
                player.worked++;
            }
        }
        now++;
    }

    private void play(BenefitPolicy policy, SplittableRandom random) {
        int jobs = 4 + random.nextInt(12);
        for (int i = 0; i < jobs; i++) {
            players.add(new Player(i, random));
        }
        OptionalLong look = OptionalLong.empty();
        while (players.stream().anyMatch(it -> it.stage != Stage.DONE)) {
            assertThat(now).as("it comes to an end").isLessThan(MOST_SECONDS);
            boolean isAsked = false;
            if (happens() || (look.isPresent() && look.getAsLong() <= now)) {
                perform(policy.freed(situation()));
                isAsked = true;
            }
            for (Player player : in(Stage.COMES)) {
                if (player.submitted == now) {
                    player.stage = Stage.WAITS;
                    perform(policy.submitted(situation(), player.seen()));
                    isAsked = true;
                }
            }
            look = isAsked ? policy.nextLook(situation()) : look;
            second();
        }
    }

    @Test
    void nothingIsGivenTwiceAndWhoIsStoppedGetsOn() {
        int stopped = 0;
        int again = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            for (long rescaleGap : new long[] {0, 20, 60}) {
                var play = new StopPlayTest();
                play.gap = rescaleGap;
                play.play(BenefitPolicy.usual(rescaleGap), new SplittableRandom(seed));
                for (Player player : play.players) {
                    if (player.bounds.min() == player.bounds.max()) {
                        assertThat(player.held)
                                .as("seed %d: half of the time it works", seed)
                                .isLessThanOrEqualTo(2 * player.worked + player.write + player.restart);
                    }
                    stopped += player.stops;
                }
                again = Math.max(
                        again,
                        play.players.stream()
                                .max(Comparator.comparingInt(it -> it.stops))
                                .orElseThrow()
                                .stops);
            }
        }
        assertThat(stopped).as("there is something to see").isGreaterThan(200);
        assertThat(again).as("some are stopped more than once").isGreaterThan(1);
    }
}
