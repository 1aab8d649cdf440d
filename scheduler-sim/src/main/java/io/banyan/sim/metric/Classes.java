package io.banyan.sim.metric;

import io.banyan.sim.metric.OutcomeSummary.JobClass;
import io.banyan.sim.workload.JobRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs that have something in common. */
final class Classes {
    private static final String NO_QUEUE = "none";

    private Classes() {}

    /** By size: 1, 2-4, 5-16, 17-64 and so on by four. */
    static List<JobClass> bySize(List<JobRun> runs) {
        Map<Integer, List<JobRun>> bySteps = new TreeMap<>();
        for (JobRun run : runs) {
            int steps = 0;
            for (long most = 1; run.job().size() > most; most *= 4) {
                steps++;
            }
            bySteps.computeIfAbsent(steps, it -> new ArrayList<>()).add(run);
        }
        List<JobClass> classes = new ArrayList<>();
        bySteps.forEach((steps, some) -> classes.add(JobClass.of(sizes(steps), some)));
        return classes;
    }

    private static String sizes(int steps) {
        long most = 1L << (2 * steps);
        return steps == 0 ? "1" : most / 4 + 1 + "-" + most;
    }

    static List<JobClass> byQueue(List<JobRun> runs) {
        Map<String, List<JobRun>> byName = new TreeMap<>();
        for (JobRun run : runs) {
            String queue = run.job().queue();
            byName.computeIfAbsent(queue.isEmpty() ? NO_QUEUE : queue, it -> new ArrayList<>())
                    .add(run);
        }
        List<JobClass> classes = new ArrayList<>();
        byName.forEach((queue, some) -> classes.add(JobClass.of(queue, some)));
        return classes;
    }

    static List<JobClass> byUser(List<JobRun> runs) {
        Map<String, UserClass> users = users(runs);
        Map<UserClass, List<JobRun>> byClass = new EnumMap<>(UserClass.class);
        for (JobRun run : runs) {
            UserClass of = users.getOrDefault(run.job().user(), UserClass.UNKNOWN);
            byClass.computeIfAbsent(of, it -> new ArrayList<>()).add(run);
        }
        List<JobClass> classes = new ArrayList<>();
        byClass.forEach((of, some) -> classes.add(JobClass.of(of.toString(), some)));
        return classes;
    }

    private static Map<String, UserClass> users(List<JobRun> runs) {
        Map<String, Double> works = new TreeMap<>();
        double all = 0;
        for (JobRun run : runs) {
            if (!run.job().user().isEmpty()) {
                works.merge(run.job().user(), OutcomeSummary.work(run), Double::sum);
                all += OutcomeSummary.work(run);
            }
        }
        Comparator<Map.Entry<String, Double>> most = Map.Entry.comparingByValue(Comparator.reverseOrder());
        Map<String, UserClass> users = new HashMap<>();
        double before = 0;
        for (Map.Entry<String, Double> user : works.entrySet().stream()
                .sorted(most.thenComparing(Map.Entry.comparingByKey()))
                .toList()) {
            users.put(user.getKey(), UserClass.behind(all == 0 ? 0 : before / all));
            before += user.getValue();
        }
        return users;
    }
}
