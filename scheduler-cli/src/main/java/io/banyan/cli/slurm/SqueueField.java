package io.banyan.cli.slurm;

import io.banyan.cli.look.JobWork;
import io.banyan.cli.output.NaturalOrder;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.Submission;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** The fields of squeue. Those that say nothing about a job here have the value that Slurm prints where nothing is set. */
@SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
enum SqueueField implements OutputField<SlurmJob> {
    ACCOUNT('a', "ACCOUNT", job -> orNull(job.account())),
    JOB_ID('A', "JOBID", job -> String.valueOf(job.rawId())),
    BATCH_HOST('B', "EXEC_HOST", job -> job.nodes().stream().findFirst().orElse("n/a"), Need.NODES),
    MIN_CPUS('c', "MIN_CPUS", job -> "1"),
    CPUS('C', "CPUS", job -> String.valueOf(job.cores()), Need.ACCOUNT),
    MIN_TMP_DISK('d', "MIN_TMP_DISK", job -> "0"),
    NODE_COUNT('D', "NODES", job -> String.valueOf(job.nodeCount()), Need.ACCOUNT),
    END_TIME('e', "END_TIME", SqueueField::end),
    COMMAND('o', "COMMAND", job -> job.command().orElse(SlurmJob.NOTHING), Need.WORK),
    DEPENDENCY('E', "DEPENDENCY", job -> job.dependency().orElse(SlurmJob.NOTHING), Need.REASON),
    FEATURES('f', "FEATURES", job -> SlurmJob.NOTHING),
    ARRAY_JOB_ID('F', "ARRAY_JOB_ID", job -> String.valueOf(job.baseId())),
    OVER_SUBSCRIBE('h', "OVER_SUBSCRIBE", job -> "OK"),
    ID('i', "JOBID", SlurmJob::id),
    NAME('j', "NAME", job -> orNull(job.record().name())),
    COMMENT('k', "COMMENT", job -> SlurmJob.NOTHING),
    ARRAY_TASK_ID('K', "ARRAY_TASK_ID", job -> job.index().orElse("N/A")),
    TIME_LIMIT('l', "TIME_LIMIT", job -> limit(job.limitSec()), Need.ACCOUNT),
    TIME_LEFT('L', "TIME_LEFT", SqueueField::left, Need.ACCOUNT),
    MIN_MEMORY('m', "MIN_MEMORY", job -> "0"),
    TIME('M', "TIME", job -> SlurmTime.shortSpan(job.elapsedSec())),
    REQ_NODES('n', "REQ_NODES", job -> ""),
    NODE_LIST('N', "NODELIST", job -> job.nodes().toString(), Need.NODES),
    PRIORITY('Q', "PRIORITY", job -> String.valueOf(job.urgency())),
    RELATIVE_PRIORITY('p', "PRIORITY", job -> String.format(Locale.ROOT, "%.14f", job.urgency() / 32.0)),
    PARTITION('P', "PARTITION", SlurmJob::partition),
    QOS('q', "QOS", job -> "normal"),
    REASON('r', "REASON", SlurmJob::reason, Need.REASON),
    REASON_LIST('R', "NODELIST(REASON)", SqueueField::reasonList, Need.REASON, Need.NODES),
    START_TIME('S', "START_TIME", job -> stamp(job, job.startSec()), Need.START),
    STATE_COMPACT('t', "ST", job -> job.state().compact()),
    STATE('T', "STATE", job -> job.state().name()),
    USER('u', "USER", SlurmJob::user),
    USER_ID('U', "UID", job -> {
        OptionalLong uid = SlurmUsers.uid(job.user());
        return uid.isPresent() ? String.valueOf(uid.getAsLong()) : "4294967294";
    }),
    RESERVATION('v', "RESERVATION", job -> SlurmJob.NOTHING),
    SUBMIT_TIME('V', "SUBMIT_TIME", job -> stamp(job, job.submitSec())),
    LICENSES('W', "LICENSES", job -> SlurmJob.NOTHING),
    EXCLUDED_NODES('x', "EXC_NODES", job -> ""),
    NICE('y', "NICE", job -> String.valueOf(Submission.USUAL_URGENCY - job.urgency())),
    SCHEDULED_NODES('Y', "SCHEDNODES", job -> SlurmJob.NOTHING),
    SOCKETS_CORES_THREADS('z', "S:C:T", job -> "*:*:*"),
    STANDARD_ERROR('\0', "STDERR", job -> job.file(JobWork::errors).orElse(SlurmJob.NOTHING), Need.WORK),
    STANDARD_INPUT('\0', "STDIN", job -> job.file(JobWork::input).orElse(SlurmJob.NOTHING), Need.WORK),
    STANDARD_OUTPUT('\0', "STDOUT", job -> job.file(JobWork::output).orElse(SlurmJob.NOTHING), Need.WORK),
    WORK_DIR('Z', "WORK_DIR", job -> job.file(JobWork::directory).orElse(SlurmJob.NOTHING), Need.WORK),
    EXIT_CODE('\0', "EXIT_CODE", SlurmJob::exitCode),
    ELIGIBLE_TIME(
            '\0',
            "ELIGIBLE_TIME",
            job -> stamp(job, job.accounted().map(JobAccount::eligibleSec).orElse(OptionalLong.empty())),
            Need.ACCOUNT),
    PENDING_TIME('\0', "PENDING_TIME", job -> String.valueOf(pendingSec(job)));

    /** The fields by their letters in {@code -o}. */
    static final Map<Character, SqueueField> BY_LETTER = byLetter();

    /** The fields by their names in {@code -O}, in lower case. */
    static final Map<String, SqueueField> BY_NAME = Map.ofEntries(
            Map.entry("account", ACCOUNT),
            Map.entry("arrayjobid", ARRAY_JOB_ID),
            Map.entry("arraytaskid", ARRAY_TASK_ID),
            Map.entry("batchhost", BATCH_HOST),
            Map.entry("comment", COMMENT),
            Map.entry("command", COMMAND),
            Map.entry("stderr", STANDARD_ERROR),
            Map.entry("stdin", STANDARD_INPUT),
            Map.entry("stdout", STANDARD_OUTPUT),
            Map.entry("workdir", WORK_DIR),
            Map.entry("dependency", DEPENDENCY),
            Map.entry("eligibletime", ELIGIBLE_TIME),
            Map.entry("endtime", END_TIME),
            Map.entry("exit_code", EXIT_CODE),
            Map.entry("feature", FEATURES),
            Map.entry("jobarrayid", ID),
            Map.entry("jobid", JOB_ID),
            Map.entry("licenses", LICENSES),
            Map.entry("mincpus", MIN_CPUS),
            Map.entry("minmemory", MIN_MEMORY),
            Map.entry("mintmpdisk", MIN_TMP_DISK),
            Map.entry("name", NAME),
            Map.entry("nice", NICE),
            Map.entry("nodelist", NODE_LIST),
            Map.entry("numcpus", CPUS),
            Map.entry("numnodes", NODE_COUNT),
            Map.entry("oversubscribe", OVER_SUBSCRIBE),
            Map.entry("partition", PARTITION),
            Map.entry("pendingtime", PENDING_TIME),
            Map.entry("priority", RELATIVE_PRIORITY),
            Map.entry("prioritylong", PRIORITY),
            Map.entry("qos", QOS),
            Map.entry("reason", REASON),
            Map.entry("reasonlist", REASON_LIST),
            Map.entry("reservation", RESERVATION),
            Map.entry("schednodes", SCHEDULED_NODES),
            Map.entry("starttime", START_TIME),
            Map.entry("state", STATE),
            Map.entry("statecompact", STATE_COMPACT),
            Map.entry("submittime", SUBMIT_TIME),
            Map.entry("timeleft", TIME_LEFT),
            Map.entry("timelimit", TIME_LIMIT),
            Map.entry("timeused", TIME),
            Map.entry("userid", USER_ID),
            Map.entry("username", USER));

    private static final String NOT_SET = "N/A";
    private static final String UNLIMITED = "UNLIMITED";

    private final char letter;
    private final String header;
    private final Function<SlurmJob, String> value;
    private final Set<Need> needs;

    SqueueField(char letter, String header, Function<SlurmJob, String> value, Need... needs) {
        this.letter = letter;
        this.header = header;
        this.value = value;
        this.needs = Set.copyOf(Arrays.asList(needs));
    }

    private static Map<Character, SqueueField> byLetter() {
        Map<Character, SqueueField> fields = new HashMap<>();
        for (SqueueField field : values()) {
            if (field.letter != '\0') {
                fields.put(field.letter, field);
            }
        }
        return Map.copyOf(fields);
    }

    @Override
    public String header() {
        return header;
    }

    @Override
    public String value(SlurmJob job) {
        return value.apply(job);
    }

    Set<Need> needs() {
        return needs;
    }

    /** The order of jobs by a field: states as Slurm numbers them, and all else by its text, in which numbers count as numbers. */
    static Comparator<SlurmJob> order(SqueueField field) {
        return field == STATE || field == STATE_COMPACT
                ? Comparator.comparing(SlurmJob::state)
                : Comparator.comparing(field::value, NaturalOrder.OF_TEXT);
    }

    private static String orNull(String text) {
        return text.isEmpty() ? SlurmJob.NOTHING : text;
    }

    private static String stamp(SlurmJob job, OptionalLong sec) {
        return sec.isPresent() ? SlurmTime.stamp(sec.getAsLong(), job.context().zone()) : NOT_SET;
    }

    private static String end(SlurmJob job) {
        return job.hasStarted() && job.endSec().isEmpty() ? "NONE" : stamp(job, job.endSec());
    }

    private static String limit(OptionalLong sec) {
        if (sec.isEmpty()) {
            return "NOT_SET";
        }
        return sec.getAsLong() == 0 ? UNLIMITED : SlurmTime.shortSpan(sec.getAsLong());
    }

    private static String left(SlurmJob job) {
        OptionalLong limitSec = job.limitSec();
        if (limitSec.isEmpty() || limitSec.getAsLong() == 0) {
            return limit(limitSec);
        }
        return SlurmTime.shortSpan(Math.max(0, limitSec.getAsLong() - job.elapsedSec()));
    }

    private static String reasonList(SlurmJob job) {
        boolean hasNodes = job.state() == SlurmState.RUNNING
                || job.state() == SlurmState.COMPLETING
                || job.state() == SlurmState.COMPLETED
                || job.state() == SlurmState.CANCELLED;
        return hasNodes ? job.nodes().toString() : "(" + job.reason() + ")";
    }

    private static long pendingSec(SlurmJob job) {
        long until = job.hasStarted()
                ? job.startSec().orElse(job.context().nowSec())
                : job.context().nowSec();
        return Math.max(0, until - job.submitSec().orElse(until));
    }
}
