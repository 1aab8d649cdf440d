package io.banyan.workflow.format.cwl;

import io.banyan.document.DocumentException;
import io.banyan.workflow.model.Workflow;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads documents of CWL v1.0, v1.1 and v1.2. Any thread may call it.
 *
 * <p>A document can refer to 200 files, 50 deep, of 64 Mi characters in total; none is read from the network.
 * O(characters of the files + steps of the workflow).
 */
public final class CwlFormat {
    private CwlFormat() {}

    /**
     * Returns the process of a file.
     *
     * @param file the file, with {@code #NAME} after it for a process other than the main one of a {@code $graph}
     * @throws DocumentException if the document, or a file that it refers to, is not valid
     */
    public static CwlProcess process(String file, TextFiles files) throws DocumentException {
        String path = CwlLocation.withoutFragment(file);
        CwlDocuments documents = new CwlDocuments(files);
        return new CwlReader(documents).main(documents.first(Path.of(path), path), CwlLocation.fragment(file));
    }

    /** Returns the input object of a process, from a file in JSON or YAML. */
    public static CwlInputs inputs(String file, CwlProcess process, TextFiles files) throws DocumentException {
        return CwlInputs.read(new CwlDocuments(files).first(Path.of(file), file), process);
    }

    /** Returns the workflow of a file whose inputs are not known. */
    public static Workflow read(String file, TextFiles files) throws DocumentException {
        CwlProcess process = process(file, files);
        return translated(file, process, CwlInputs.none(), false).workflow();
    }

    /**
     * Returns the process of a file with its inputs.
     *
     * @throws DocumentException also if an input is missing or does not fit the process
     */
    public static CwlJob read(String file, String inputs, TextFiles files) throws DocumentException {
        CwlProcess process = process(file, files);
        return translated(file, process, inputs(inputs, process, files), true);
    }

    /**
     * Returns the process of a file with an empty input object.
     *
     * @throws DocumentException also if an input without a default is missing
     */
    public static CwlJob readWithoutInputs(String file, TextFiles files) throws DocumentException {
        CwlProcess process = process(file, files);
        Optional<CwlParameter> missing =
                CwlInputs.missing(process, CwlInputs.none().values());
        if (missing.isPresent()) {
            throw new DocumentException(
                    file + ": input '" + missing.get().id() + "' has no value, expected one of type "
                            + missing.get().type().word() + "\nMaybe: --inputs FILE");
        }
        return translated(file, process, CwlInputs.none(), true);
    }

    /**
     * Returns the process of a file with another source for the needs of its steps.
     *
     * @param inputs the file of the input object; empty if the inputs are not known
     * @throws DocumentException also if the sources contradict each other
     */
    public static CwlJob read(String file, Optional<String> inputs, TextFiles files, CwlStepOverlay overlay)
            throws DocumentException {
        CwlProcess process = process(file, files);
        CwlInputs values = inputs.isPresent() ? inputs(inputs.get(), process, files) : CwlInputs.none();
        return translated(file, process, values, inputs.isPresent(), overlay);
    }

    /** Returns the process of a text, which stands in a file at {@code path} for its references. */
    public static CwlProcess parse(String text, Path path, TextFiles files) throws DocumentException {
        CwlDocuments documents = new CwlDocuments(files);
        return new CwlReader(documents).main(documents.first(path, path.toString(), text), Optional.empty());
    }

    /** Returns the workflow of a process whose inputs are not known. */
    public static Workflow workflow(CwlProcess process, String name) throws DocumentException {
        return translated(name, process, CwlInputs.none(), false).workflow();
    }

    private static CwlJob translated(String file, CwlProcess process, CwlInputs inputs, boolean given)
            throws DocumentException {
        return translated(file, process, inputs, given, CwlStepOverlay.NONE);
    }

    private static CwlJob translated(
            String file, CwlProcess process, CwlInputs inputs, boolean given, CwlStepOverlay overlay)
            throws DocumentException {
        CwlTranslation translation = new CwlTranslation(file, inputs, given, overlay);
        return new CwlJob(process, inputs, translation.workflow(process));
    }
}
