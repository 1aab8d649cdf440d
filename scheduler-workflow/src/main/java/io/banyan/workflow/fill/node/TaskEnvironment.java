package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.AcceleratorPart;
import io.banyan.workflow.fill.TaskStart;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The variables that a worker sets for a task, beside those of its set. */
final class TaskEnvironment {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");

    private TaskEnvironment() {}

    /**
     * Returns the variables. A task without an accelerator sees none.
     *
     * @param isPinned whether the numbers of the cores are those of the machine
     */
    static SequencedMap<String, String> of(TaskStart start, boolean isPinned) {
        var variables = new TreeMap<>(start.set().program().environment());
        variables.put("BANYAN_TASK_SET", String.valueOf(start.set().number()));
        variables.put("BANYAN_TASK_ID", String.valueOf(start.task()));
        variables.put("BANYAN_TASK_VARIANT", String.valueOf(start.share().variant()));
        variables.put(
                "OMP_NUM_THREADS",
                String.valueOf(Math.max(1, start.share().cores().size())));
        if (isPinned) {
            String cores = start.share().cores().stream().map(String::valueOf).collect(Collectors.joining(","));
            variables.put("BANYAN_TASK_CORES", cores);
            variables.put("OMP_PLACES", places(start));
        }
        variables.put("CUDA_VISIBLE_DEVICES", numbers(start, "amd"));
        variables.put("ROCR_VISIBLE_DEVICES", numbers(start, "nvidia"));
        if (!start.hosts().isEmpty()) {
            variables.put("BANYAN_TASK_NODES", String.join(",", start.hosts()));
        }
        return variables;
    }

    private static String places(TaskStart start) {
        return start.share().cores().stream().map(core -> "{" + core + "}").collect(Collectors.joining(","));
    }

    /** Returns the numbers of the GPUs that are not of a maker, whose name follows the type: {@code gpu/amd}. */
    private static String numbers(TaskStart start, String otherMaker) {
        return start.share().accelerators().stream()
                .filter(part -> part.type().equals("gpu")
                        || (part.type().startsWith("gpu/") && !part.type().endsWith("/" + otherMaker)))
                .map(AcceleratorPart::number)
                .map(String::valueOf)
                .collect(Collectors.joining(","));
    }

    /** Returns the variables as commands of the shell, with line ends as {@code $nl}. */
    static String exports(Map<String, String> variables) {
        var text = new StringBuilder();
        variables.forEach((name, value) -> {
            if (NAME.matcher(name).matches()) {
                text.append("export ")
                        .append(name)
                        .append('=')
                        .append(quoted(value))
                        .append("; ");
            }
        });
        return text.toString();
    }

    /** Returns a word of the shell on one line. */
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''").replace("\n", "'\"$nl\"'") + "'";
    }
}
