package io.banyan.cli.slurm;

import io.banyan.cli.output.NaturalOrder;
import io.banyan.instance.message.client.NodeReport;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.rpc.client.ClientException;
import io.banyan.rset.HostList;
import io.banyan.schedule.VertexUse;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** {@code scontrol show}: jobs, partitions, nodes, the configuration, and names of hosts. */
final class ScontrolShow {
    private static final String UNLIMITED = "UNLIMITED";
    private static final String UNKNOWN = "Unknown";
    private static final String NODE_LIST = "SLURM_JOB_NODELIST";

    private final ToolContext tool;
    private final boolean isOneLine;

    ScontrolShow(ToolContext tool, boolean isOneLine) {
        this.tool = tool;
        this.isOneLine = isOneLine;
    }

    /** Returns the text for the named items. */
    String of(List<String> words) {
        String entity = words.isEmpty() ? "" : words.getFirst().toLowerCase(Locale.ROOT);
        List<String> names = words.isEmpty() ? List.of() : words.subList(1, words.size());
        int equals = entity.indexOf('=');
        if (equals > 0) {
            names = List.of(words.getFirst().substring(equals + 1));
            entity = entity.substring(0, equals);
        }
        List<String> named = names;
        return switch (entity) {
            case "job", "jobs", "jobid" -> tool.ask(cluster -> jobs(cluster, named));
            case "partition", "partitions", "partitionname" -> tool.ask(cluster -> partitions(cluster, named));
            case "node", "nodes", "nodename" -> tool.ask(cluster -> nodes(cluster, named));
            case "hostname", "hostnames" -> hostNames(named);
            case "hostlist", "hostlistsorted" -> hostList(named, entity.endsWith("sorted"));
            case "config", "configuration" -> config();
            case "" ->
                throw new SlurmFailure("scontrol show requires an entity: job, partition, node, hostnames or config");
            default -> throw new SlurmFailure("scontrol show " + entity + " is not supported by Banyan");
        };
    }

    private String jobs(SlurmCluster cluster, List<String> names) throws ClientException {
        JobIds ids = JobIds.parse(names);
        var query = JobQuery.of(ids);
        List<SlurmJob> jobs = cluster.jobs(query, EnumSet.of(Need.ACCOUNT, Need.NODES, Need.REASON, Need.WORK));
        if (jobs.isEmpty()) {
            if (ids.isEmpty()) {
                return "No jobs in the system\n";
            }
            throw SlurmFailure.noSuchJob();
        }
        StringBuilder text = new StringBuilder();
        jobs.forEach(job -> text.append(job(job).text(isOneLine)));
        return text.toString();
    }

    private static ShownRecord job(SlurmJob job) {
        var record = new ShownRecord();
        String name =
                job.record().name().isEmpty() ? SlurmJob.NOTHING : job.record().name();
        if (job.array().isPresent()) {
            record.line(
                    "JobId",
                    job.rawId(),
                    "ArrayJobId",
                    job.baseId(),
                    "ArrayTaskId",
                    job.index().orElse(""),
                    "JobName",
                    name);
        } else {
            record.line("JobId", job.rawId(), "JobName", name);
        }
        OptionalLong uid = SlurmUsers.uid(job.user());
        String number = uid.isPresent() ? "(" + uid.getAsLong() + ")" : "";
        String account = job.account().isEmpty() ? SlurmJob.NOTHING : job.account();
        long limitSec = job.limitSec().orElse(0);
        OptionalLong eligible = job.accounted().map(JobAccount::eligibleSec).orElse(job.submitSec());
        boolean isRunning = job.nodes().size() > 0;
        String input = SqueueField.STANDARD_INPUT.value(job);
        return record.line("UserId", job.user() + number)
                .line("Priority", job.urgency(), "Account", account, "QOS", "normal")
                .line(
                        "JobState",
                        job.state().name(),
                        "Reason",
                        job.reason(),
                        "Dependency",
                        job.dependency().orElse(SlurmJob.NOTHING))
                .line("Requeue", 1, "BatchFlag", 1, "ExitCode", job.exitCode())
                .line(
                        "RunTime",
                        SlurmTime.span(job.elapsedSec()),
                        "TimeLimit",
                        limitSec == 0 ? UNLIMITED : SlurmTime.span(limitSec))
                .line("SubmitTime", stamp(job, job.submitSec()), "EligibleTime", stamp(job, eligible))
                .line("StartTime", stamp(job, job.startSec()), "EndTime", stamp(job, job.endSec()))
                .line("Partition", job.partition())
                .line("NodeList", isRunning ? job.nodes() : SlurmJob.NOTHING)
                .line("BatchHost", job.nodes().stream().findFirst().orElse(SlurmJob.NOTHING))
                .line("NumNodes", job.nodeCount(), "NumCPUs", job.cores())
                .line("TRES", "cpu=" + job.cores() + ",node=" + job.nodeCount())
                .line("Command", job.command().orElse(SlurmJob.NOTHING))
                .line("WorkDir", SqueueField.WORK_DIR.value(job))
                .line("StdErr", errors(job))
                .line("StdIn", input.equals(SlurmJob.NOTHING) ? "/dev/null" : input)
                .line("StdOut", SqueueField.STANDARD_OUTPUT.value(job));
    }

    /** Where nothing else is said, both go to one file. */
    private static String errors(SlurmJob job) {
        String errors = SqueueField.STANDARD_ERROR.value(job);
        return errors.equals(SlurmJob.NOTHING) ? SqueueField.STANDARD_OUTPUT.value(job) : errors;
    }

    private static String stamp(SlurmJob job, OptionalLong sec) {
        return sec.isPresent() ? SlurmTime.stamp(sec.getAsLong(), job.context().zone()) : UNKNOWN;
    }

    private String partitions(SlurmCluster cluster, List<String> names) throws ClientException {
        List<NodeReport> nodes = cluster.nodes(HostList.of(List.of()));
        StringBuilder text = new StringBuilder();
        for (QueuePartition partition : cluster.partitions()) {
            if (names.isEmpty() || names.contains(partition.name())) {
                text.append(partition(new PartitionNodes(partition, nodes, tool.zone()))
                        .text(isOneLine));
            }
        }
        if (text.isEmpty() && !names.isEmpty()) {
            throw new SlurmFailure("Partition " + names.getFirst() + " not found");
        }
        return text.toString();
    }

    private static ShownRecord partition(PartitionNodes group) {
        QueuePartition partition = group.partition();
        OptionalLong mostNodes = partition.mostNodes();
        return new ShownRecord()
                .line("PartitionName", partition.name())
                .line("AllowGroups", "ALL", "AllowAccounts", "ALL", "AllowQos", "ALL")
                .line("Default", partition.isDefault() ? "YES" : "NO", "QoS", "N/A")
                .line("DefaultTime", span(partition.usualSec(), "NONE"), "Hidden", "NO", "RootOnly", "NO")
                .line(
                        "MaxNodes",
                        mostNodes.isPresent() ? mostNodes.getAsLong() : UNLIMITED,
                        "MaxTime",
                        span(partition.limitSec(), UNLIMITED),
                        "MinNodes",
                        0)
                .line("Nodes", group.names())
                .line("PriorityTier", partition.queue().priority(), "OverSubscribe", "NO")
                .line(
                        "State",
                        partition.availability().toUpperCase(Locale.ROOT),
                        "TotalCPUs",
                        group.sum("core").total(),
                        "TotalNodes",
                        group.nodes().size());
    }

    private static String span(OptionalLong sec, String none) {
        return sec.isPresent() ? SlurmTime.span(sec.getAsLong()) : none;
    }

    private String nodes(SlurmCluster cluster, List<String> names) throws ClientException {
        HostList.Builder wanted = HostList.builder();
        names.forEach(wanted::add);
        List<NodeReport> nodes = cluster.nodes(wanted.build());
        if (nodes.isEmpty() && !names.isEmpty()) {
            throw new SlurmFailure("Node " + names.getFirst() + " not found");
        }
        List<String> partitions = new ArrayList<>();
        cluster.partitions().forEach(partition -> partitions.add(partition.name()));
        StringBuilder text = new StringBuilder();
        nodes.forEach(node -> text.append(node(node, partitions).text(isOneLine)));
        return text.toString();
    }

    private ShownRecord node(NodeReport node, List<String> partitions) {
        VertexUse.Quantity cores = PartitionNodes.of(node, "core");
        VertexUse.Quantity gpus = PartitionNodes.of(node, "gpu");
        VertexUse.Quantity memory = PartitionNodes.of(node, "memory");
        ShownRecord record = new ShownRecord()
                .line("NodeName", node.name())
                .line("CPUAlloc", cores.used(), "CPUTot", cores.total())
                .line("Gres", gpus.total() == 0 ? SlurmJob.NOTHING : "gpu:" + gpus.total())
                .line("NodeAddr", node.name(), "NodeHostName", node.name())
                .line("RealMemory", memory.total(), "AllocMem", memory.used())
                .line("State", PartitionNodes.State.of(node).extended().toUpperCase(Locale.ROOT))
                .line("Partitions", String.join(",", partitions));
        node.note()
                .map(StatusNote::reason)
                .filter(reason -> !reason.isEmpty())
                .ifPresent(reason -> record.line("Reason", reason));
        return record;
    }

    /** One host a line; without a list, the nodes of the job in which the command runs. */
    private String hostNames(List<String> lists) {
        HostList.Builder hosts = HostList.builder();
        if (lists.isEmpty()) {
            hosts.add(tool.variable(NODE_LIST)
                    .orElseThrow(() -> new SlurmFailure("expected a host list, or " + NODE_LIST)));
        }
        lists.forEach(hosts::add);
        StringBuilder text = new StringBuilder();
        hosts.build().stream().forEach(host -> text.append(host).append('\n'));
        return text.toString();
    }

    private static String hostList(List<String> names, boolean isSorted) {
        HostList.Builder hosts = HostList.builder();
        names.forEach(hosts::add);
        List<String> all = hosts.build().names();
        List<String> listed =
                isSorted ? all.stream().distinct().sorted(NaturalOrder.OF_TEXT).toList() : all;
        return HostList.of(listed) + "\n";
    }

    /**
     * Returns the configuration that tools look for: the name of the cluster, and the version of Slurm whose manual
     * describes these commands.
     */
    private static String config() {
        return """
                ClusterName             = banyan
                SLURM_VERSION           = 22.05.8
                AccountingStorageType   = accounting_storage/banyan
                MinJobAge               = 300 sec
                """;
    }
}
