package io.banyan.cli.look;

import io.banyan.cli.output.WallClock;
import io.banyan.instance.message.value.ArrayPlace;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** A field of a job in a list, by the name that people give it. */
@SuppressWarnings("ImmutableEnumChecker") // functions without state
public enum JobField implements ListField<ListedJob, JobLine> {
    ID("job", true, JobLine::id, number(job -> OptionalLong.of(job.id()))),
    NAME("name", job -> job.record().name()),
    USER("user", job -> job.record().owner()),
    QUEUE("queue", ListedJob::queue),
    ACCOUNT("account", ListedJob::account),
    STATE("state", ListedJob::state),
    NODES(
            "nodes",
            true,
            line -> line.nodeList().size() > 0
                    ? String.valueOf(line.nodeList().size())
                    : count(line.sum(ListedJob::nodes)),
            number(ListedJob::nodes)),
    CORES("cores", true, line -> count(line.sum(ListedJob::cores)), number(ListedJob::cores)),
    NODELIST(
            "nodelist",
            false,
            line -> line.nodeList().toString(),
            Comparator.comparing(job -> job.nodeList().toString())),
    URGENCY("urgency", true, line -> count(line.greatest(ListedJob::urgency)), number(ListedJob::urgency)),
    SUBMIT("submit", false, line -> moment(line.least(ListedJob::submitSec)), number(ListedJob::submitSec)),
    START("start", false, line -> moment(line.least(ListedJob::startSec)), number(ListedJob::startSec)),
    END("end", false, line -> moment(line.greatest(ListedJob::endSec)), number(ListedJob::endSec)),
    TIME("time", true, line -> span(line.greatest(ListedJob::usedSec)), number(ListedJob::usedSec)),
    LEFT("left", true, line -> span(line.least(ListedJob::leftSec)), number(ListedJob::leftSec)),
    LIMIT("limit", true, line -> span(line.greatest(ListedJob::limitSec)), number(ListedJob::limitSec)),
    DEADLINE("deadline", false, line -> moment(line.least(ListedJob::deadlineSec)), number(ListedJob::deadlineSec)),
    SLACK("slack", true, line -> span(line.least(ListedJob::slackSec)), number(ListedJob::slackSec)),
    CPUTIME("cpu time", true, line -> Measure.time(line.sum(ListedJob::cpuMicros)), number(ListedJob::cpuMicros)),
    MAXMEMORY(
            "max memory",
            true,
            line -> Measure.size(line.greatest(ListedJob::maxMemory)),
            number(ListedJob::maxMemory)),
    STATUS(
            "status",
            true,
            line -> line.common(job -> job.record().exitStatus().isPresent()
                    ? String.valueOf(job.record().exitStatus().getAsInt())
                    : ""),
            number(job -> job.record().exitStatus().stream().asLongStream().findFirst())),
    ARRAY(
            "array",
            true,
            line -> line.common(
                    job -> job.array().map(place -> place.first().toString()).orElse("")),
            number(job -> job.array()
                    .map(place -> OptionalLong.of(place.first().value()))
                    .orElse(OptionalLong.empty()))),
    INDEX(
            "index",
            true,
            line -> line.common(job ->
                    job.array().map(ArrayPlace::index).map(String::valueOf).orElse("")),
            number(job ->
                    job.array().map(place -> OptionalLong.of(place.index())).orElse(OptionalLong.empty()))),
    INSTANCE("instance", ListedJob::instance),
    REASON("reason", ListedJob::remark),
    WHERE("where or why", false, JobField::where, Comparator.comparing(ListedJob::remark));

    /** Texts of any length. */
    private static final Set<JobField> CUT =
            EnumSet.of(ID, NAME, USER, QUEUE, ACCOUNT, NODELIST, INDEX, INSTANCE, REASON, WHERE);

    /** The names of all fields, for the help of commands. */
    public static final String NAMES =
            "id, name, user, queue, account, state, nodes, cores, nodelist, urgency, submit, start, "
                    + "end, time, left, limit, deadline, slack, cputime, maxmemory, status, array, index, instance, reason, where";

    private static final int MINUTE = 60;
    private static final int HOUR = 3_600;
    private static final int DAY = 86_400;

    private final String heading;
    private final boolean isRight;
    private final Function<JobLine, String> text;
    private final Comparator<ListedJob> order;

    JobField(String heading, Function<ListedJob, String> value) {
        this(heading, false, line -> line.common(value), Comparator.comparing(value));
    }

    JobField(String heading, boolean isRight, Function<JobLine, String> text, Comparator<ListedJob> order) {
        this.heading = heading;
        this.isRight = isRight;
        this.text = text;
        this.order = order;
    }

    /** All fields, in the order of the help. */
    public static List<ListField<ListedJob, JobLine>> all() {
        return List.of(values());
    }

    @Override
    public String heading() {
        return heading;
    }

    @Override
    public boolean isRight() {
        return isRight;
    }

    @Override
    public boolean canBeCut() {
        return CUT.contains(this);
    }

    @Override
    public String text(JobLine line) {
        return text.apply(line);
    }

    @Override
    public Comparator<ListedJob> order() {
        return order;
    }

    /** Jobs without a value come first. */
    private static Comparator<ListedJob> number(Function<ListedJob, OptionalLong> value) {
        return Comparator.comparingLong(job -> value.apply(job).orElse(-1));
    }

    /** The nodes of jobs that have some, their instances, and other remarks. */
    private static String where(JobLine line) {
        return Stream.of(line.nodeList().toString(), line.common(ListedJob::instance), line.common(ListedJob::remark))
                .filter(part -> !part.isEmpty())
                .reduce((one, other) -> one + "; " + other)
                .orElse("");
    }

    private static String count(OptionalLong count) {
        return count.isPresent() ? String.valueOf(count.getAsLong()) : "-";
    }

    private static String moment(OptionalLong sec) {
        return sec.isPresent() ? WallClock.shown(sec.getAsLong(), ZoneId.systemDefault()) : "-";
    }

    /** A span as {@code 0:05}, {@code 1:00:00} or {@code 2-12:00:00}. */
    public static String span(OptionalLong span) {
        if (span.isEmpty()) {
            return "-";
        }
        long sec = span.getAsLong();
        String seconds = String.format(Locale.ROOT, "%02d", sec % MINUTE);
        long minutes = sec % HOUR / MINUTE;
        long hours = sec % DAY / HOUR;
        if (sec >= DAY) {
            return String.format(Locale.ROOT, "%d-%02d:%02d:%s", sec / DAY, hours, minutes, seconds);
        }
        return sec >= HOUR
                ? String.format(Locale.ROOT, "%d:%02d:%s", hours, minutes, seconds)
                : minutes + ":" + seconds;
    }
}
