package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.duration;
import static io.banyan.rpc.config.ValueType.listOf;
import static io.banyan.rpc.config.ValueType.longNumber;
import static io.banyan.rpc.config.ValueType.number;
import static io.banyan.rpc.config.ValueType.path;
import static io.banyan.rpc.config.ValueType.text;

import io.banyan.instance.config.InstanceLimits;
import io.banyan.jobspec.OnLost;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.history.HistoryPolicy;
import io.banyan.rpc.store.JournalPlace;
import io.banyan.rpc.store.PostgresUrl;
import io.banyan.rpc.store.SqlJournal;
import io.banyan.rpc.transport.Address;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys of a daemon's configuration that concern the journal and the history. */
final class JournalKeys {
    private static final Duration DAY = Duration.ofDays(1);
    private static final InstanceLimits LIMITS = InstanceLimits.DEFAULT;

    static final Key<JournalPlace> JOURNAL = Key.of(
                    "journal.kind",
                    text("KIND", JournalPlace::parse),
                    JournalPlace.DIRECTORY,
                    "Where decisions are stored: durable (on disk, across restarts), memory (until the daemon ends) or postgresql://[USER@]HOST[:PORT]/DATABASE[?schema=NAME] (on a server, from which a standby daemon can take over).")
            .option("--journal")
            .sample("postgresql://banyan@db1/site");

    static final Key<Optional<Path>> JOURNAL_PASSWORD = Key.of(
                    "journal.password-file",
                    path("FILE").orNothing(),
                    Optional.empty(),
                    "File whose first line is the password for that server (default: the driver reads ~/.pgpass).")
            .option("--journal-password-file")
            .sample("/etc/banyan/journal-password");

    static final Key<Duration> JOURNAL_LEASE = Key.of(
                    "journal.lease",
                    duration(Duration.ofMillis(500), DAY),
                    StandbySettings.DEFAULT_LEASE,
                    "Time after which another daemon on the same server takes over from a silent leader.")
            .option("--journal-lease")
            .sample("3s");

    static final Key<List<Address>> PEERS = Key.of(
                    "journal.peers",
                    listOf(text("HOST:PORT", Address::parseReachable)),
                    List.of(),
                    "Addresses of the other daemons on the same server, as children reach them.")
            .option("--peers")
            .sample("10.0.0.2:7070", "10.0.0.3:7070");

    static final Key<Long> SHORTEN_AFTER = Key.of(
                    "journal.shorten-after",
                    longNumber(10, Long.MAX_VALUE),
                    SqlJournal.SHORTENED_EVERY,
                    "Number of records after which the daemon checks whether half of the journal can be dropped.")
            .sample("50000")
            .passedOn();

    static final Key<Integer> JOBS_REMEMBERED = Key.of(
                    "jobs.remembered",
                    number(1, 100_000_000),
                    LIMITS.maxEndedJobs(),
                    "Number of ended jobs, and of settled grows and returns, that are remembered.")
            .sample("500");

    static final Key<OnLost> JOBS_ON_LOST = Key.written(
                    "jobs.on-lost",
                    text("WHAT", OnLost::of),
                    "keep",
                    "Effect of lost resources on a job whose jobspec does not set it: keep (it continues, marked as degraded), shrink (it continues with the rest) or requeue (a new job replaces it).")
            .sample("requeue")
            .passedOn();

    static final Key<Duration> HISTORY_AGE = Key.of(
                    "jobs.history",
                    duration(Duration.ofSeconds(1), Duration.ofDays(36_500)),
                    HistoryPolicy.DEFAULT.age(),
                    "Time for which 'banyan jobs --since' finds an ended job, if the journal is durable.")
            .sample("30d")
            .reloaded()
            .passedOn();

    static final Key<Long> HISTORY_MOST = Key.of(
                    "jobs.history-most",
                    longNumber(1, Long.MAX_VALUE),
                    HistoryPolicy.DEFAULT.most(),
                    "Maximum number of ended jobs that it finds; the oldest are dropped first.")
            .sample("10000")
            .reloaded()
            .passedOn();

    static final List<Key<?>> ALL = List.of(
            JOURNAL,
            JOURNAL_PASSWORD,
            JOURNAL_LEASE,
            PEERS,
            SHORTEN_AFTER,
            JOBS_REMEMBERED,
            JOBS_ON_LOST,
            HISTORY_AGE,
            HISTORY_MOST);

    private JournalKeys() {}

    /**
     * Where other daemons share the journal, and how.
     *
     * @throws IllegalArgumentException with one sentence, where they do not agree
     */
    static Optional<StandbySettings> sharing(Settings settings) {
        Optional<PostgresUrl> url = settings.get(JOURNAL).url();
        if (url.isEmpty() && settings.isAnySet(JOURNAL_PASSWORD, PEERS)) {
            throw new IllegalArgumentException(
                    "--journal-password-file and --peers require --journal postgresql://...");
        }
        return url.map(it -> new StandbySettings(
                it.orSchema(settings.get(DaemonKeys.NAME)),
                settings.get(JOURNAL_PASSWORD),
                settings.get(JOURNAL_LEASE),
                settings.get(PEERS)));
    }

    static HistoryPolicy history(Settings settings) {
        return new HistoryPolicy(settings.get(HISTORY_AGE), settings.get(HISTORY_MOST));
    }
}
