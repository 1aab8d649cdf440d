package io.banyan.workflow.format.tosca;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * A piece of software of a template.
 *
 * @param name its name, unique in the template
 * @param host the machine or the software that it is installed on
 * @param after the software that must be started before
 * @param operations its scripts by stage; a stage without a script does nothing
 */
public record ToscaSoftware(String name, String host, List<String> after, Map<Stage, Script> operations) {
    /** The stages of the life of software, in order (TOSCA, interface {@code Standard}). */
    public enum Stage {
        CREATE,
        CONFIGURE,
        START,
        STOP,
        DELETE;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A shell script.
     *
     * @param file the file that holds it, as the template names it
     * @param text its text
     * @param inputs the variables of its environment
     */
    public record Script(String file, String text, SequencedMap<String, String> inputs) {
        /** Copies the map. */
        public Script {
            inputs = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(inputs));
        }
    }

    /** Copies the collections. */
    public ToscaSoftware {
        after = List.copyOf(after);
        Map<Stage, Script> copy = new EnumMap<>(Stage.class);
        copy.putAll(operations);
        operations = Collections.unmodifiableMap(copy);
    }

    /** Returns the script of a stage; empty if the stage does nothing. */
    public Optional<Script> script(Stage stage) {
        return Optional.ofNullable(operations.get(stage));
    }
}
