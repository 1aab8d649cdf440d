package io.banyan.workflow.format.tosca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.document.DocumentException;
import io.banyan.workflow.format.tosca.ToscaSoftware.Stage;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToscaFormatTest {
    private static final String TEMPLATE = """
            tosca_definitions_version: tosca_simple_yaml_1_3
            topology_template:
              node_templates:
                app:
                  type: tosca.nodes.SoftwareComponent
                  requirements:
                    - host: runtime
                    - dependency: {node: store, relationship: tosca.relationships.DependsOn}
                  interfaces:
                    Standard:
                      create: create.sh
                      start: {implementation: start.sh, inputs: {PORT: 80}}
                runtime:
                  type: tosca.nodes.SoftwareComponent
                  requirements: [{host: server}]
                store:
                  type: tosca.nodes.SoftwareComponent
                  requirements: [{host: server}]
                  interfaces: {Standard: {operations: {delete: stop.sh}}}
                server:
                  type: tosca.nodes.Compute
                  capabilities:
                    host: {properties: {num_cpus: 4, mem_size: 8 GiB, disk_size: 20 GB}}
            """;

    private static ToscaTemplate read(String text) throws DocumentException {
        return ToscaFormat.read("/tosca/template.yml", path -> {
            String name = String.valueOf(path.getFileName());
            if (name.equals("none.sh")) {
                throw new IOException("there is no such file");
            }
            return name.equals("template.yml") ? text : "#!/bin/sh\n# " + name;
        });
    }

    @Test
    void deploysSoftwareAfterItsHostAndWhatItDependsOn() throws Exception {
        ToscaTemplate template = read(TEMPLATE);
        assertThat(template.software().stream().map(ToscaSoftware::name)).containsExactly("runtime", "store", "app");
        assertThat(template.machine(template.software().getLast()).name()).isEqualTo("server");
    }

    @Test
    void readsTheAmountsOfMachines() throws Exception {
        assertThat(read(TEMPLATE).machines())
                .containsExactly(
                        new ToscaCompute("server", OptionalInt.of(4), OptionalLong.of(8_192), OptionalLong.of(19_074)));
    }

    @Test
    void readsScriptsWithTheirInputs() throws Exception {
        ToscaSoftware app = read(TEMPLATE).software().getLast();
        assertThat(app.script(Stage.CREATE).orElseThrow().text()).isEqualTo("#!/bin/sh\n# create.sh");
        assertThat(app.script(Stage.START).orElseThrow().inputs()).containsEntry("PORT", "80");
        assertThat(app.script(Stage.STOP)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "yaml_1_3     | yaml_9          | template.yml:1:28: 'tosca_definitions_version' of a TOSCA template must be",
                "nodes.Compute | nodes.Database | 'type' of node 'server' must be tosca.nodes.Compute or",
                "num_cpus: 4  | num_cps: 4      | Maybe 'num_cpus' is meant.",
                "num_cpus: 4  | num_cpus: 0     | 'num_cpus' of 'properties' of node 'server' must be from 1",
                "8 GiB        | much            | 'mem_size' of 'properties' of node 'server' must be a number with a unit",
                "host: runtime | host: runtme   | template.yml:5:7: node 'app' requires 'runtme', which does not exist",
                "host: runtime | host: runtme   | Maybe 'runtime' is meant.",
                "host: runtime | host: app      | nodes wait for each other: app after app",
                "host: runtime | dependency: runtime | node 'app' must have one requirement 'host', found 0",
                "DependsOn    | ConnectsTo      | must be tosca.relationships.DependsOn",
                "create: create.sh | create: none.sh | cannot read 'none.sh': there is no such file",
                "create: create.sh | creat: create.sh | Maybe 'create' is meant.",
                "PORT: 80     | P-T: 80         | must be a name of a variable",
                "topology_template: | topology_templat: | Maybe 'topology_template' is meant.",
            })
    void refusesTemplates(String found, String replaced, String message) {
        assertThatThrownBy(() -> read(TEMPLATE.replace(found, replaced)))
                .isInstanceOf(DocumentException.class)
                .hasMessageContaining(message);
    }
}
