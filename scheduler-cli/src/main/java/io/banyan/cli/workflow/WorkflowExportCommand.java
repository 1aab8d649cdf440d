package io.banyan.cli.workflow;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.document.DocumentException;
import io.banyan.engine.store.StoredTask;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.workflow.engine.LocalFileView;
import io.banyan.workflow.format.wfformat.WfFormatWriter;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Workflow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan workflow export}: a run in WfFormat. */
@Command(
        name = "export",
        description = "Print the tasks of a workflow that is over in WfFormat 1.5, with the times that they took.",
        mixinStandardHelpOptions = true)
final class WorkflowExportCommand implements Callable<Integer> {
    private static final long MILLIS = 1_000;

    private final Terminal terminal;

    @Mixin
    private final Target target = new Target();

    @Mixin
    private final WorkflowDirectory directory = new WorkflowDirectory();

    @Parameters(paramLabel = "ID", description = "Number of the workflow.")
    private long id;

    WorkflowExportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        try (WorkflowStore store = directory.required(target)) {
            if (!WorkflowDirectory.required(store, id).phase().isOver()) {
                throw CommandFailure.no("workflow " + id + " is not over");
            }
            List<StoredTask> tasks = store.tasks(id).stream()
                    .filter(task -> task.state().equals("succeeded"))
                    .toList();
            if (tasks.isEmpty()) {
                throw CommandFailure.no("no task of workflow " + id + " has succeeded");
            }
            Workflow ran =
                    ran(store.submission(id).source().load(new LocalFileView()).workflow(), tasks);
            terminal.out().print(WorkflowGraphCommand.json(WfFormatWriter.values(ran, makespan(tasks))));
            terminal.out().flush();
        } catch (DocumentException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
        return ExitStatus.DONE;
    }

    private static double makespan(List<StoredTask> tasks) {
        long start = tasks.stream()
                .mapToLong(StoredTask::startSec)
                .filter(sec -> sec > 0)
                .min()
                .orElse(0);
        long end = tasks.stream().mapToLong(StoredTask::endSec).max().orElse(0);
        return start == 0 ? 0 : end - start;
    }

    /** Returns a workflow with a step for each task, after all tasks of the steps before its own. O(tasks squared). */
    private static Workflow ran(Workflow model, List<StoredTask> tasks) {
        Map<String, List<String>> names = new HashMap<>();
        for (StoredTask task : tasks) {
            names.computeIfAbsent(task.step(), it -> new ArrayList<>()).add(word(task));
        }
        StepGraph graph = StepGraph.of(model);
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < model.steps().size(); i++) {
            numbers.put(model.steps().get(i).id().path(), i);
        }
        List<Step> steps = new ArrayList<>();
        for (StoredTask task : tasks) {
            int number = numbers.getOrDefault(task.step(), -1);
            List<String> before = new ArrayList<>();
            if (number >= 0) {
                for (int earlier : graph.before(number)) {
                    before.addAll(
                            names.getOrDefault(model.steps().get(earlier).id().path(), List.of()));
                }
            }
            long millis = task.startSec() == 0 ? 1 : Math.max(1, MILLIS * (task.endSec() - task.startSec()));
            steps.add(Step.of(
                    word(task), model.steps().get(Math.max(0, number)).needs(), millis, before.toArray(String[]::new)));
        }
        return Workflow.of(model.name(), steps);
    }

    /** Returns the name of a task in the characters of a step's name. */
    private static String word(StoredTask task) {
        return new StepId(task.name().replaceAll("\\[(\\d+)]", ".$1")).path();
    }
}
