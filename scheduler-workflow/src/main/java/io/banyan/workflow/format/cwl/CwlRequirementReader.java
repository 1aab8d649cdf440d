package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import io.banyan.document.DocumentException;
import io.banyan.document.Nearest;
import io.banyan.workflow.expression.Expressions;
import io.banyan.workflow.format.cwl.CwlFileValues.RemoteFileException;
import io.banyan.workflow.format.cwl.CwlPart.Named;
import io.banyan.workflow.format.cwl.CwlRequirement.Cuda;
import io.banyan.workflow.format.cwl.CwlRequirement.Docker;
import io.banyan.workflow.format.cwl.CwlRequirement.EnvVar;
import io.banyan.workflow.format.cwl.CwlRequirement.Feature;
import io.banyan.workflow.format.cwl.CwlRequirement.InitialWorkDir;
import io.banyan.workflow.format.cwl.CwlRequirement.InlineJavascript;
import io.banyan.workflow.format.cwl.CwlRequirement.InplaceUpdate;
import io.banyan.workflow.format.cwl.CwlRequirement.LoadListing;
import io.banyan.workflow.format.cwl.CwlRequirement.Mpi;
import io.banyan.workflow.format.cwl.CwlRequirement.Resources;
import io.banyan.workflow.format.cwl.CwlRequirement.SchemaDef;
import io.banyan.workflow.format.cwl.CwlRequirement.ShellCommand;
import io.banyan.workflow.format.cwl.CwlRequirement.ToolTimeLimit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** Reads requirements and hints. An unknown requirement is refused, an unknown hint is left out. */
final class CwlRequirementReader {
    static final String SCHEMA_DEF = "SchemaDefRequirement";
    private static final String CLASS = "class";

    /** The classes of requirements, with their keys. */
    private enum Known {
        INLINE_JAVASCRIPT("InlineJavascriptRequirement", CwlVersion.V1_0, "expressionLib"),
        SCHEMA(SCHEMA_DEF, CwlVersion.V1_0, "types"),
        DOCKER(
                "DockerRequirement",
                CwlVersion.V1_0,
                "dockerPull",
                "dockerLoad",
                "dockerFile",
                "dockerImport",
                "dockerImageId",
                "dockerOutputDirectory"),
        SOFTWARE("SoftwareRequirement", CwlVersion.V1_0, "packages"),
        INITIAL_WORK_DIR("InitialWorkDirRequirement", CwlVersion.V1_0, "listing"),
        ENV_VAR("EnvVarRequirement", CwlVersion.V1_0, "envDef"),
        SHELL_COMMAND("ShellCommandRequirement", CwlVersion.V1_0),
        RESOURCES("ResourceRequirement", CwlVersion.V1_0, Resources.KEYS.toArray(String[]::new)),
        SUBWORKFLOW("SubworkflowFeatureRequirement", CwlVersion.V1_0),
        SCATTER("ScatterFeatureRequirement", CwlVersion.V1_0),
        MULTIPLE_INPUT("MultipleInputFeatureRequirement", CwlVersion.V1_0),
        STEP_INPUT_EXPRESSION("StepInputExpressionRequirement", CwlVersion.V1_0),
        LOAD_LISTING("LoadListingRequirement", CwlVersion.V1_1, "loadListing"),
        WORK_REUSE("WorkReuse", CwlVersion.V1_1, "enableReuse"),
        NETWORK_ACCESS("NetworkAccess", CwlVersion.V1_1, "networkAccess"),
        INPLACE_UPDATE("InplaceUpdateRequirement", CwlVersion.V1_1, "inplaceUpdate"),
        TIME_LIMIT("ToolTimeLimit", CwlVersion.V1_1, "timelimit"),
        CUDA(
                "cwltool:CUDARequirement",
                CwlVersion.V1_0,
                "cudaVersionMin",
                "cudaComputeCapability",
                "cudaDeviceCountMin",
                "cudaDeviceCountMax"),
        MPI("cwltool:MPIRequirement", CwlVersion.V1_0, "processes"),
        BANYAN("banyan:Resources", CwlVersion.V1_0, "nodes", "accelerators", "time", "width");

        private final String name;
        private final CwlVersion since;

        @SuppressWarnings("ImmutableEnumChecker") // "List.of" gives an immutable list.
        private final List<String> keys;

        Known(String name, CwlVersion since, String... keys) {
            this.name = name;
            this.since = since;
            this.keys = List.of(keys);
        }
    }

    private final CwlScope scope;

    CwlRequirementReader(CwlScope scope) {
        this.scope = scope;
    }

    CwlRequirements requirements(CwlPart process) throws DocumentException {
        SequencedMap<String, CwlRequirement> required = new LinkedHashMap<>();
        SequencedMap<String, CwlRequirement> hints = new LinkedHashMap<>();
        Optional<CwlPart> part = process.get("requirements");
        if (part.isPresent()) {
            required = listed(part.get());
        }
        for (Named entry : named(process, "hints")) {
            Optional<Known> known = known(entry.id(), CwlVersion.V1_2);
            if (known.isPresent()) {
                hints.put(known.get().name, requirement(known.get(), entry.part()));
            }
        }
        return new CwlRequirements(required, hints);
    }

    /** Returns requirements, none of which may be unknown. */
    SequencedMap<String, CwlRequirement> listed(CwlPart part) throws DocumentException {
        SequencedMap<String, CwlRequirement> required = new LinkedHashMap<>();
        for (Named entry : part.named("'requirements'", CLASS)) {
            Known known = known(entry.id(), scope.version()).orElseThrow(() -> unknown(entry));
            required.put(known.name, requirement(known, entry.part()));
        }
        return required;
    }

    static List<Named> named(CwlPart process, String key) throws DocumentException {
        Optional<CwlPart> part = process.get(key);
        return part.isEmpty() ? List.of() : part.get().named("'" + key + "'", CLASS);
    }

    private Optional<Known> known(String name, CwlVersion version) {
        String word = name.replace("http://commonwl.org/cwltool#", "cwltool:");
        return Arrays.stream(Known.values())
                .filter(known -> known.name.equals(word) && version.has(known.since))
                .findFirst();
    }

    private DocumentException unknown(Named entry) {
        Collection<String> names = Arrays.stream(Known.values())
                .filter(known -> scope.version().has(known.since))
                .map(known -> known.name)
                .sorted()
                .toList();
        String maybe = Nearest.of(entry.id(), names)
                .map(near -> "\nMaybe '" + near + "' is meant.")
                .orElse("");
        return entry.part()
                .error("unknown requirement '" + entry.id() + "' in "
                        + scope.version().word() + ", expected one of " + String.join(", ", names) + maybe);
    }

    private CwlRequirement requirement(Known known, CwlPart part) throws DocumentException {
        if (!part.isNull()) {
            List<String> keys = new ArrayList<>(known.keys);
            keys.add(CLASS);
            part.allow(known.name, keys);
        }
        return switch (known) {
            case INLINE_JAVASCRIPT -> new InlineJavascript(part.words(known.name, "expressionLib"));
            case SCHEMA -> schema(part);
            case DOCKER -> new Docker(part.json());
            case INITIAL_WORK_DIR -> initialWorkDir(part);
            case ENV_VAR -> environment(part);
            case SHELL_COMMAND -> new ShellCommand();
            case RESOURCES -> resources(part);
            case LOAD_LISTING ->
                new LoadListing(CwlFileRulesReader.listing(part, known.name).orElse(CwlFileRules.Listing.NO_LISTING));
            case INPLACE_UPDATE ->
                new InplaceUpdate(part.truth(known.name, "inplaceUpdate").orElse(false));
            case TIME_LIMIT ->
                new ToolTimeLimit(amount(part.required(known.name, "timelimit"), "'timelimit'", false), part.place());
            case CUDA -> {
                Optional<CwlPart> devices = part.get("cudaDeviceCountMin");
                yield new Cuda(
                        devices.isEmpty() ? IntNode.valueOf(1) : amount(devices.get(), "'cudaDeviceCountMin'", false),
                        part.place());
            }
            case MPI -> new Mpi(amount(part.required(known.name, "processes"), "'processes'", false), part.place());
            case BANYAN -> new CwlResourcesHintReader(part).read();
            case SOFTWARE, SUBWORKFLOW, SCATTER, MULTIPLE_INPUT, STEP_INPUT_EXPRESSION, WORK_REUSE, NETWORK_ACCESS ->
                new Feature(known.name);
        };
    }

    private SchemaDef schema(CwlPart part) throws DocumentException {
        List<CwlType> types = new ArrayList<>();
        for (CwlPart type : part.required(SCHEMA_DEF, "types").items()) {
            types.add(new CwlTypeReader(scope).type(type, SCHEMA_DEF));
        }
        return new SchemaDef(types);
    }

    private static InitialWorkDir initialWorkDir(CwlPart part) throws DocumentException {
        CwlPart listing = part.required("InitialWorkDirRequirement", "listing");
        try {
            return new InitialWorkDir(
                    CwlFileValues.located(listing.json(), listing.text().directory()));
        } catch (RemoteFileException e) {
            throw listing.error("'listing' cannot be used: " + e.getMessage());
        }
    }

    private static EnvVar environment(CwlPart part) throws DocumentException {
        SequencedMap<String, String> values = new LinkedHashMap<>();
        CwlPart definitions = part.required("EnvVarRequirement", "envDef");
        for (Named entry : definitions.named("'envDef'", "envName")) {
            String what = "variable '" + entry.id() + "'";
            if (entry.part().isMapping()) {
                entry.part().allow(what, List.of("envName", "envValue"));
                values.put(entry.id(), entry.part().required(what, "envValue").word("'envValue' of " + what));
            } else {
                values.put(entry.id(), entry.part().word(what));
            }
        }
        return new EnvVar(values);
    }

    private Resources resources(CwlPart part) throws DocumentException {
        Map<String, JsonNode> amounts = new LinkedHashMap<>();
        for (String key : Resources.KEYS) {
            Optional<CwlPart> value = part.get(key);
            if (value.isPresent()) {
                amounts.put(
                        key,
                        amount(value.get(), "'" + key + "'", scope.version().has(CwlVersion.V1_2)));
            }
        }
        return new Resources(amounts, part.place());
    }

    private JsonNode amount(CwlPart part, String what, boolean fraction) throws DocumentException {
        JsonNode value = part.json();
        if (value.isTextual()) {
            if (!Expressions.isExpression(value.textValue())) {
                throw part.wrong(what, "a number or an expression");
            }
            return value;
        }
        if (!value.isNumber() || value.decimalValue().signum() < 0) {
            throw part.wrong(what, "a number of 0 or more, or an expression");
        }
        if (!fraction && !value.isIntegralNumber()) {
            throw part.wrong(what + " in " + scope.version().word(), "a whole number (fractions need cwlVersion v1.2)");
        }
        return value;
    }
}
