package io.banyan.cli.slurm;

import io.banyan.cli.look.JobWork;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobUsage;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

/** The fields of sacct. Those about the use of resources are empty if it was not measured. */
@SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
enum AccountingField {
    ACCOUNT("Account", 10, SlurmJob::account),
    ALLOC_CPUS("AllocCPUS", 10, job -> String.valueOf(allocated(job))),
    ALLOC_NODES("AllocNodes", 10, job -> String.valueOf(job.hasStarted() ? job.nodeCount() : 0)),
    ALLOC_TRES("AllocTRES", 10, job -> job.hasStarted() ? "cpu=" + job.cores() + ",node=" + job.nodeCount() : ""),
    CLUSTER("Cluster", 10, job -> "banyan"),
    COMMENT("Comment", 14, job -> ""),
    CONSTRAINTS("Constraints", 15, job -> ""),
    CPU_TIME("CPUTime", 10, job -> SlurmTime.span(coreSec(job))),
    CPU_TIME_RAW("CPUTimeRAW", 10, job -> String.valueOf(coreSec(job))),
    DERIVED_EXIT_CODE("DerivedExitCode", 15, job -> "0:0"),
    ELAPSED("Elapsed", 10, job -> SlurmTime.span(job.elapsedSec())),
    ELAPSED_RAW("ElapsedRaw", 10, job -> String.valueOf(job.elapsedSec())),
    ELIGIBLE(
            "Eligible",
            19,
            job -> stamp(job, job.accounted().map(JobAccount::eligibleSec).orElse(job.submitSec()))),
    END("End", 19, job -> stamp(job, job.record().endedSec())),
    EXIT_CODE("ExitCode", 8, SlurmJob::exitCode),
    FLAGS("Flags", 15, job -> ""),
    JOB_ID("JobID", -12, SlurmJob::id),
    JOB_ID_RAW("JobIDRaw", -12, job -> String.valueOf(job.rawId())),
    JOB_NAME("JobName", 10, job -> job.record().name()),
    NCPUS("NCPUS", 10, job -> String.valueOf(allocated(job))),
    NNODES("NNodes", 8, job -> String.valueOf(job.nodeCount())),
    NODE_LIST("NodeList", 15, job -> job.nodes().size() > 0 ? job.nodes().toString() : "None assigned"),
    NTASKS("NTasks", 8, job -> ""),
    PARTITION("Partition", 10, SlurmJob::partition),
    PRIORITY("Priority", 10, job -> String.valueOf(job.urgency())),
    QOS("QOS", 10, job -> "normal"),
    REASON("Reason", 22, SlurmJob::reason),
    REQ_CPUS("ReqCPUS", 8, job -> String.valueOf(job.cores())),
    REQ_MEM("ReqMem", 10, job -> size(job, JobUsage::requested)),
    REQ_NODES("ReqNodes", 8, job -> String.valueOf(job.nodeCount())),
    REQ_TRES("ReqTRES", 10, job -> "cpu=" + job.cores() + ",node=" + job.nodeCount()),
    RESERVATION("Reservation", 20, job -> ""),
    RESERVED("Reserved", 10, AccountingField::waited),
    START("Start", 19, job -> stamp(job, job.hasStarted() ? job.startSec() : OptionalLong.empty())),
    STATE("State", 10, job -> job.state().name()),
    SUBMIT("Submit", 19, job -> stamp(job, job.submitSec())),
    SUSPENDED("Suspended", 10, job -> "00:00:00"),
    TIME_LIMIT("Timelimit", 10, AccountingField::limit),
    TIME_LIMIT_RAW("TimelimitRaw", 12, AccountingField::limitMinutes),
    UID("UID", 6, job -> {
        OptionalLong uid = SlurmUsers.uid(job.user());
        return uid.isPresent() ? String.valueOf(uid.getAsLong()) : "";
    }),
    USER("User", 9, SlurmJob::user),
    WORK_DIR("WorkDir", 20, job -> job.file(JobWork::directory).orElse("")),
    AVE_CPU("AveCPU", 10, job -> ""),
    AVE_DISK_READ("AveDiskRead", 14, job -> ""),
    AVE_DISK_WRITE("AveDiskWrite", 14, job -> ""),
    AVE_PAGES("AvePages", 10, job -> ""),
    AVE_RSS("AveRSS", 10, job -> ""),
    AVE_VM_SIZE("AveVMSize", 10, job -> ""),
    CONSUMED_ENERGY("ConsumedEnergy", 14, job -> ""),
    MAX_DISK_READ("MaxDiskRead", 12, job -> ""),
    MAX_DISK_WRITE("MaxDiskWrite", 12, job -> ""),
    MAX_PAGES("MaxPages", 8, job -> ""),
    MAX_RSS("MaxRSS", 10, job -> size(job, JobUsage::largestProcess)),
    MAX_VM_SIZE("MaxVMSize", 10, job -> ""),
    MIN_CPU("MinCPU", 10, job -> ""),
    SYSTEM_CPU("SystemCPU", 10, job -> time(job, JobUsage::systemMicros)),
    TOTAL_CPU("TotalCPU", 10, job -> time(job, JobUsage::cpuMicros)),
    USER_CPU("UserCPU", 10, job -> time(job, JobUsage::userMicros));

    private static final int MINUTE = 60;
    private static final int KILOBYTE = 1_024;
    private static final Map<String, AccountingField> BY_NAME = byName();

    private final String title;
    private final int width;
    private final Function<SlurmJob, String> value;

    /** With the width of its column, which is negative where the values begin at the left edge. */
    AccountingField(String title, int width, Function<SlurmJob, String> value) {
        this.title = title;
        this.width = width;
        this.value = value;
    }

    private static Map<String, AccountingField> byName() {
        Map<String, AccountingField> fields = new HashMap<>();
        Arrays.stream(values()).forEach(field -> fields.put(field.title.toLowerCase(Locale.ROOT), field));
        return Map.copyOf(fields);
    }

    /**
     * Finds a field by its name, in any case.
     *
     * @throws IllegalArgumentException where there is none
     */
    static AccountingField named(String name) {
        AccountingField field = BY_NAME.get(name.toLowerCase(Locale.ROOT));
        if (field == null) {
            throw new IllegalArgumentException("Invalid field requested: \"" + name + "\"");
        }
        return field;
    }

    /** The name, above the column. */
    String title() {
        return title;
    }

    int width() {
        return width;
    }

    /** Whether the field shows a job's resources and usage, which the history keeps for ended jobs. */
    boolean isOfAccount() {
        return switch (this) {
            case ALLOC_CPUS,
                    ALLOC_NODES,
                    ALLOC_TRES,
                    CPU_TIME,
                    CPU_TIME_RAW,
                    ELIGIBLE,
                    NCPUS,
                    NNODES,
                    REQ_CPUS,
                    REQ_NODES,
                    REQ_TRES,
                    RESERVED,
                    TIME_LIMIT,
                    TIME_LIMIT_RAW -> true;
            default -> false;
        };
    }

    String value(SlurmJob job) {
        return value.apply(job);
    }

    private static long allocated(SlurmJob job) {
        return job.hasStarted() ? job.cores() : 0;
    }

    private static long coreSec(SlurmJob job) {
        return job.accounted().map(JobAccount::coreSec).orElse(0L);
    }

    private static String time(SlurmJob job, Function<JobUsage, Long> micros) {
        return job.record().usage().map(micros).map(SlurmTime::processorTime).orElse("");
    }

    private static String size(SlurmJob job, Function<JobUsage, OptionalLong> bytes) {
        OptionalLong size = job.record().usage().map(bytes).orElse(OptionalLong.empty());
        return size.isPresent() ? Math.ceilDiv(size.getAsLong(), KILOBYTE) + "K" : "";
    }

    private static String stamp(SlurmJob job, OptionalLong sec) {
        return sec.isPresent() ? SlurmTime.stamp(sec.getAsLong(), job.context().zone()) : "Unknown";
    }

    private static String waited(SlurmJob job) {
        OptionalLong since = job.accounted().map(JobAccount::eligibleSec).orElse(job.submitSec());
        long until = job.hasStarted()
                ? job.startSec().orElse(job.context().nowSec())
                : job.record().endedSec().orElse(job.context().nowSec());
        return SlurmTime.span(Math.max(0, until - since.orElse(until)));
    }

    private static String limit(SlurmJob job) {
        long sec = job.limitSec().orElse(0);
        return sec == 0 ? "UNLIMITED" : SlurmTime.span(sec);
    }

    private static String limitMinutes(SlurmJob job) {
        long sec = job.limitSec().orElse(0);
        return sec == 0 ? "UNLIMITED" : String.valueOf(Math.ceilDiv(sec, MINUTE));
    }
}
