package io.banyan.rpc.execute;

import io.banyan.instance.Effect;
import io.banyan.instance.Event;
import io.banyan.jobspec.Malleability;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.CommandSession;
import io.banyan.rpc.process.OsUser;
import io.banyan.rpc.process.UserProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Asks a job that runs here whether it takes another number of slots, as its jobspec says: by its {@code rescale} command, whose status 0 is a yes, or by a signal to its first process, which answers with a file. All files in
 * the job's directory are written as its user.
 */
final class RescaleQuestion {
    private static final int MOST_ANSWER = 4096;
    private static final long PATIENCE_SECONDS = 10;

    /** What it will hold comes from the standard input. */
    private static final String TAKE_R =
            "umask 077; cat > \"$BANYAN_R_NEW.tmp\" && mv -f -- \"$BANYAN_R_NEW.tmp\" \"$BANYAN_R_NEW\" || exit 1; ";

    private static final String BY_COMMAND =
            TAKE_R + "cd -- \"$0\" 2>/dev/null || cd -- \"$BANYAN_JOB_DIR\"; exec \"$@\" < /dev/null";

    private static final String BY_SIGNAL = TAKE_R + "cd -- \"$BANYAN_JOB_DIR\" || exit 1; rm -f rescale.answer; "
            + "echo \"$BANYAN_RESCALE $BANYAN_SLOTS $BANYAN_SLOTS_NEW $BANYAN_R_NEW\" > rescale.tmp && mv -f rescale.tmp rescale; "
            + "read first others < ranks && kill -s \"$0\" -- \"$first\" || exit 1; "
            + "while :; do if [ -f rescale.answer ] && read -r number word why < rescale.answer "
            + "&& [ \"$number\" = \"$BANYAN_RESCALE\" ]; then "
            + "[ \"$word\" = yes ] && exit 0; echo \"$why\"; exit 1; fi; sleep 0.05; done";

    /** It listens, and answers by itself. */
    private static final String BY_STREAM = TAKE_R + "exit 0";

    /** The next proposal may have been written there by now. */
    private static final String FORGET =
            "read -r number others < rescale && [ \"$number\" = \"$BANYAN_RESCALE\" ] && rm -f rescale rescale.answer";

    private static final String TAKE_OVER =
            "cd -- \"$BANYAN_JOB_DIR\" && mv -f -- \"$BANYAN_R_NEW\" \"$BANYAN_R\"; " + FORGET;
    private static final String DROP = "cd -- \"$BANYAN_JOB_DIR\" && rm -f -- \"$BANYAN_R_NEW\"; " + FORGET;

    private final Effect.StartJob start;
    private final StateDirectory state;
    private final JobDirectory directory;
    private final Optional<OsUser> user;

    RescaleQuestion(Effect.StartJob start, StateDirectory state, JobDirectory directory, Optional<OsUser> user) {
        this.start = start;
        this.state = state;
        this.directory = directory;
        this.user = user;
    }

    /** Waits for the answer; empty where the job is told in another way, or says nothing in time. */
    Optional<Event.RescaleAnswered> ask(Effect.Rescale rescale) throws IOException, InterruptedException {
        Malleability malleability = Malleability.of(start.jobspec()).orElseThrow();
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c"));
        if (!malleability.rescale().isEmpty()) {
            words.add(BY_COMMAND);
            words.add(
                    JobEnvironment.workingDirectory(start.jobspec(), directory).toString());
            words.addAll(malleability.rescale());
        } else if (malleability.signal().isPresent()) {
            words.addAll(List.of(BY_SIGNAL, malleability.signal().get()));
        } else {
            words.add(BY_STREAM);
        }
        Process process =
                builder(words, rescale.number(), rescale.from(), rescale.to()).start();
        try {
            CompletableFuture<String> said = firstLine(process);
            try (OutputStream in = process.getOutputStream()) {
                in.write(rescale.resources().getBytes(StandardCharsets.UTF_8));
            } catch (IOException closed) {
                // It has ended without reading, and says why by its status.
            }
            if (!process.waitFor(rescale.answerMillis(), TimeUnit.MILLISECONDS)) {
                return Optional.empty();
            }
            if (words.contains(BY_STREAM)) {
                return Optional.empty();
            }
            int status = process.exitValue();
            return Optional.of(new Event.RescaleAnswered(
                    rescale.job(), rescale.number(), status == 0, status == 0 ? "" : reason(said, status)));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String reason(CompletableFuture<String> said, int status) {
        // What it left running may hold the pipe open.
        String line = said.completeOnTimeout("", 1, TimeUnit.SECONDS).join();
        return line.isBlank() ? "its rescale command ended with status " + status : line;
    }

    private static CompletableFuture<String> firstLine(Process process) {
        var line = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> {
            try (InputStream out = process.getInputStream()) {
                String text = new String(out.readNBytes(MOST_ANSWER), StandardCharsets.UTF_8);
                line.complete(text.lines()
                        .findFirst()
                        .orElse("")
                        .replaceAll("\\p{Cntrl}", " ")
                        .strip());
                out.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                line.complete("");
            }
        });
        return line;
    }

    /** What was proposed is what it has, or is not. */
    void over(Effect.RescaleOver over) throws IOException, InterruptedException {
        List<String> words = List.of("/bin/sh", "-c", over.isAccepted() ? TAKE_OVER : DROP);
        Process process = builder(words, over.number(), 0, 0).start();
        process.getOutputStream().close();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    private ProcessBuilder builder(List<String> words, long number, long from, long to) throws IOException {
        var builder = new ProcessBuilder(user.isPresent() ? UserProcess.words(user.get(), words) : words);
        builder.redirectErrorStream(true).directory(directory.path().toFile());
        Map<String, String> environment = builder.environment();
        user.ifPresent(it -> UserProcess.clear(environment, it));
        environment.keySet().removeIf(name -> name.startsWith("BANYAN_"));
        if (user.isEmpty()) {
            environment.put("BANYAN_STATE", state.path().toString());
        }
        environment.put(
                CommandSession.MARK, CommandSession.real(directory.path()).toString());
        environment.putAll(start.jobspec().attributes().environment());
        environment.put("BANYAN_JOB_ID", start.job().toString());
        environment.put("BANYAN_JOB_DIR", directory.path().toString());
        environment.put("BANYAN_R", directory.resources().toString());
        environment.put("BANYAN_R_NEW", directory.resources() + "." + number);
        environment.put("BANYAN_RESCALE", Long.toString(number));
        environment.put("BANYAN_SLOTS", Long.toString(from));
        environment.put("BANYAN_SLOTS_NEW", Long.toString(to));
        return builder;
    }
}
