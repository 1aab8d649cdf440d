package io.banyan.jobspec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.NonPrintableStyle;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Writes a jobspec as YAML for people, so that {@link JobspecReader} reads an equal value back. */
public final class JobspecYaml {
    private static final int INDENT = 2;
    private static final int WIDTH = 100;

    private JobspecYaml() {}

    /** The jobspec as a YAML document. O(its size). */
    public static String write(Jobspec jobspec) {
        try {
            Object document = JsonMapper.builder().build().readValue(JobspecWriter.json(jobspec), Object.class);
            DumpSettings settings = DumpSettings.builder()
                    .setSchema(new CoreSchema())
                    .setDefaultFlowStyle(FlowStyle.BLOCK)
                    .setIndent(INDENT)
                    .setWidth(WIDTH)
                    .setSplitLines(false)
                    .setNonPrintableStyle(NonPrintableStyle.ESCAPE)
                    .build();
            return new Dump(settings).dumpToString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a jobspec that cannot be read back", e);
        }
    }
}
