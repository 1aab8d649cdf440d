package io.banyan.provider.slurm;

import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.contract.ProviderBackend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Slurm's commands as small scripts over a directory with a file for each job: when it is seen first, when it begins
 * and ends, and who it is. What goes wrong is in a file that is named after the command, and goes wrong once.
 */
final class FakeSlurm implements ProviderBackend {
    private static final String BEGIN = """
            #!/bin/sh
            d='DIRECTORY'
            command=${0##*/}
            fault=
            case " $* " in *" --test-only "*) ;; *)
                [ -f "$d/fault-$command" ] && fault=$(cat "$d/fault-$command") && rm -f "$d/fault-$command" ;;
            esac
            now() { date +%s%3N; }
            fail() { echo "$command: error: $1" >&2; exit 1; }
            """;

    private static final String SBATCH = """
            tasks=0 comment= name= cpus=0 test=
            for a in "$@"; do
                case $a in
                    --array=0-*) tasks=${a#*-}; tasks=${tasks#*-}; tasks=${tasks#*-} ;;
                    --comment=*) comment=${a#*=} ;;
                    --job-name=*) name=${a#*=} ;;
                    --cpus-per-task=*) cpus=${a#*=} ;;
                    --test-only) test=1 ;;
                esac
            done
            cat > "$d/script"
            printf '%s\\n' "$@" > "$d/arguments"
            [ "$cpus" -gt 64 ] && fail 'Batch job submission failed: Requested node configuration is not available'
            [ "$test" ] && exit 0
            seen=$(now) begin=0 end=9999999999999 reason=None
            case $fault in
                breaks) echo 'sbatch: what a pity' >&2; exit 7 ;;
                refuses) fail 'Batch job submission failed: Invalid account or account/partition combination specified' ;;
                unheard) fail 'Batch job submission failed: Unable to contact slurm controller (connect failure)' ;;
                slow) sleep 0.3 ;;
                late) seen=$((seen + 250)) ;;
                queued) begin=$((seen + 400)) ;;
                pending) begin=9999999999999 reason=Resources ;;
                never) begin=9999999999999 reason=PartitionNodeLimit ;;
                vanishes) end=$((seen + 150)) ;;
            esac
            id=1
            while ! mkdir "$d/ids/$id" 2>/dev/null; do id=$((id + 1)); done
            all=$(mktemp -d "$d/new.XXXXXX")
            task=0
            while [ $task -le $tasks ]; do
                [ "$fault" = half ] && [ $task = 1 ] && begin=9999999999999 reason=Priority
                echo "$seen $begin $end $reason $name $comment" > "$all/${id}_$task"
                task=$((task + 1))
            done
            # As Slurm's controller does: all of an array or nothing.
            mv "$all" "$d/jobs/$id"
            case $fault in
                dies) kill -9 $$ ;;
                late|heard-of) fail 'Batch job submission failed: Socket timed out on send/recv operation' ;;
                garbles) echo '<html>502</html>' ;;
                *) echo "$id" ;;
            esac
            """;

    private static final String SQUEUE = """
            case $fault in
                fails) echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1 ;;
                garbles) echo 'JOBID PARTITION'; exit 0 ;;
                cut) printf '17_0|RUNN'; exit 0 ;;
            esac
            wanted=
            for a in "$@"; do case $a in --name=*) wanted=${a#*=} ;; esac; done
            now=$(now)
            for job in "$d"/jobs/*/*; do
                read -r seen begin end reason name comment 2>/dev/null < "$job" || continue
                [ "$now" -lt "$seen" ] || [ "$now" -ge "$end" ] || [ "$name" != "$wanted" ] && continue
                id=${job##*/}
                if [ "$now" -lt "$begin" ]; then
                    echo "$id|${id%%_*}|PENDING||all|1:00:00|$reason|$comment"
                else
                    echo "$id|$((1000 + ${id%%_*} * 100 + ${id##*_}))|RUNNING|host-$(echo "$id" | tr _ -)|all|1:00:00|None|$comment"
                fi
            done
            """;

    private static final String SINFO = """
            [ "$fault" = fails ] && fail 'Unable to contact slurm controller'
            cat "$d/partition"
            """;

    private static final String SCANCEL = """
            [ "$fault" = fails ] && fail 'Kill job error on job id 1: Unable to contact slurm controller'
            for id in "$@"; do
                case $id in -*) ;; *) rm -f "$d/jobs/${id%%_*}/$id" ;; esac
            done
            """;

    private static final String SCONTROL = """
            [ "$fault" = fails ] && fail 'Unable to contact slurm controller'
            [ "$fault" = garbles ] && echo 'NodeName=' && exit 0
            case "$*" in
                'create reservation ReservationName='*)
                    [ "$fault" = refuses ] && fail 'Error creating the reservation: Access/permission denied'
                    name=${3#*=}
                    mkdir "$d/reservations/$name" 2>/dev/null || fail 'Error creating the reservation: Duplicate reservation name'
                    [ "$fault" = made ] && exit 1
                    exit 0 ;;
                'delete ReservationName='*)
                    rmdir "$d/reservations/${2#*=}" 2>/dev/null || fail 'Requested reservation is invalid'
                    exit 0 ;;
                *' show reservation '*)
                    # Slurm makes a reservation also of fewer nodes than it was told.
                    echo "ReservationName=$4 NodeCnt=$(cat "$d/idle") CoreCnt=24 PartitionName=batch"
                    exit 0 ;;
            esac
            IFS=,
            for host in $4; do
                echo "NodeName=$host Arch=x86_64 CoresPerSocket=4  CPUAlloc=16 CPUEfctv=16 CPUTot=16 ActiveFeatures=fast,new Gres=(null)" \\
                    "RealMemory=65536 AllocMem=0 Sockets=2 State=ALLOCATED ThreadsPerCore=2 Comment=CPUEfctv=1 is wrong"
            done
            """;

    private final Path directory;
    private final Map<String, String> options = new HashMap<>();

    FakeSlurm(Path directory) throws IOException {
        this.directory = directory;
        Files.createDirectories(directory.resolve("jobs"));
        Files.createDirectories(directory.resolve("ids"));
        Files.createDirectories(directory.resolve("reservations"));
        Files.writeString(directory.resolve("idle"), "3");
        partition("batch|up|idle|100\n");
        Path commands = Files.createDirectories(directory.resolve("bin"));
        Map.of("sbatch", SBATCH, "squeue", SQUEUE, "scancel", SCANCEL, "scontrol", SCONTROL, "sinfo", SINFO)
                .forEach((name, body) -> script(commands.resolve(name), body));
        options.putAll(Map.of(
                "path", "batch", "commands", commands.toString(), "settling", "700", "wait", "2", "gather", "1"));
    }

    private void script(Path file, String body) {
        try {
            Files.writeString(file, BEGIN.replace("DIRECTORY", directory.toString()) + body);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    FakeSlurm with(String key, String value) {
        options.put(key, value);
        return this;
    }

    /** Sets the answer of sinfo. */
    void partition(String lines) throws IOException {
        Files.writeString(directory.resolve("partition"), lines);
    }

    /** The arguments of the last call of sbatch. */
    List<String> arguments() throws IOException {
        return Files.readAllLines(directory.resolve("arguments"));
    }

    /** The script of the last pilot. */
    String script() throws IOException {
        return Files.readString(directory.resolve("script"));
    }

    @Override
    public ExternalProvider provider(ProviderContext context) {
        return new SlurmProviderFactory().create(context, options);
    }

    @Override
    public Set<String> running() {
        Set<String> jobs = new TreeSet<>();
        try (Stream<Path> files = Files.walk(directory.resolve("jobs"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (Long.parseLong(Files.readString(file).split(" ", -1)[2]) > System.currentTimeMillis()) {
                    jobs.add(String.valueOf(file.getFileName()));
                }
            }
            try (Stream<Path> reservations = Files.list(directory.resolve("reservations"))) {
                reservations.map(it -> String.valueOf(it.getFileName())).forEach(jobs::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jobs;
    }

    @Override
    public List<Fault> faults() {
        return Stream.of(
                        "sbatch none",
                        "sbatch breaks",
                        "sbatch refuses",
                        "sbatch unheard",
                        "sbatch slow",
                        "sbatch late",
                        "sbatch queued",
                        "sbatch pending",
                        "sbatch never",
                        "sbatch vanishes",
                        "sbatch half",
                        "sbatch dies",
                        "sbatch heard-of",
                        "sbatch garbles",
                        "squeue fails",
                        "squeue garbles",
                        "squeue cut",
                        "scontrol fails",
                        "scontrol refuses",
                        "scontrol made",
                        "scontrol garbles")
                .map(this::fault)
                .toList();
    }

    private Fault fault(String words) {
        return new Fault(words, () -> inject(words));
    }

    /** The next call of a command, its first word, does this, the second. */
    void inject(String words) {
        String[] parts = words.split(" ", 2);
        try {
            Files.writeString(directory.resolve("fault-" + parts[0]), parts[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void settle() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(500);
    }

    @Override
    public void close() {
        // The directory goes with the test.
    }
}
