package io.banyan.cli.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.banyan.cli.graph.GraphInput;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Texts;
import io.banyan.graph.SubgraphVertex;
import io.banyan.schedule.JobId;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;

/** {@code partial-cancel JOBID FORMAT FILE}: frees the part of a job that a file names. */
record PartialCancelCommand(Session session) implements SessionCommand {
    private static final long MAX_BYTES = 1 << 26;

    @Override
    public Syntax syntax() {
        return new Syntax("partial-cancel", "pc", "JOBID jgf|jgf_shorthand|rv1exec FILE", "free a part of a job");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        Arguments arguments = new Arguments(syntax(), words).count(3, 3);
        JobId id = arguments.job(0);
        QueryJob job = session.jobs().live(id);
        if (job.state() == QueryJob.State.RESERVED) {
            throw new QueryFailure("job " + id + " is a reservation, of which no part can be freed");
        }
        Path file = Path.of(arguments.word(2));
        boolean holds = switch (arguments.word(1)) {
            case "jgf" -> session.schedule().releaseVertices(id, exclusiveVertices(file));
            case "jgf_shorthand" -> session.schedule().release(id, exclusiveVertices(file));
            case "rv1exec" -> session.schedule().release(id, RemoveCommand.topsOfRanks(session, ranks(file)));
            default -> throw new QueryFailure("a format is jgf, jgf_shorthand or rv1exec, found " + arguments.word(1));
        };
        if (!holds) {
            session.schedule().cancel(id);
            session.jobs().put(job.in(QueryJob.State.CANCELED));
        }
    }

    private int[] exclusiveVertices(Path file) throws QueryFailure {
        try {
            return GraphInput.readJgf(file).vertices().stream()
                    .filter(SubgraphVertex::exclusive)
                    .mapToInt(vertex -> session.graph().find(vertex.path()))
                    .filter(vertex -> vertex >= 0)
                    .toArray();
        } catch (CommandFailure e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }

    /** The ranks of an R of version 1 (RFC 20). */
    private static String ranks(Path file) throws QueryFailure {
        try {
            JsonNode lite = JsonMapper.builder()
                    .build()
                    .readTree(Texts.read(file, MAX_BYTES))
                    .path("execution")
                    .path("R_lite");
            StringJoiner ranks = new StringJoiner(",");
            lite.forEach(entry -> ranks.add(entry.path("rank").asText()));
            if (ranks.length() == 0) {
                throw new QueryFailure(file + ": no execution.R_lite with ranks, expected R version 1");
            }
            return ranks.toString();
        } catch (JsonProcessingException e) {
            throw new QueryFailure(file + ": not JSON: " + e.getOriginalMessage());
        } catch (CommandFailure e) {
            throw new QueryFailure(String.valueOf(e.getMessage()));
        }
    }
}
