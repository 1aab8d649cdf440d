package io.banyan.rpc.execute;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.jobspec.Malleability;
import io.banyan.resource.PrintableText;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.CommandSession;
import io.banyan.rpc.process.OsUser;
import io.banyan.rpc.process.UserEntry;
import io.banyan.rpc.process.UserProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Asks a job that runs here whether it takes another number of slots, as its jobspec says: by its {@code rescale}
 * command, whose status 0 accepts, or by a signal to its first process, which answers with a file. All files in the
 * job's directory are written as its user.
 */
final class RescaleQuestion {
    private static final int MOST_ANSWER = 4096;
    private static final long PATIENCE_SECONDS = 10;

    private final Effect.StartJob start;
    private final StateDirectory state;
    private final JobDirectory directory;
    private final Optional<OsUser> user;
    private final Confining confining;
    private final Asking asking;

    RescaleQuestion(
            Effect.StartJob start,
            StateDirectory state,
            JobDirectory directory,
            Optional<OsUser> user,
            Confining confining,
            Asking asking) {
        this.start = start;
        this.state = state;
        this.directory = directory;
        this.user = user;
        this.confining = confining;
        this.asking = asking;
    }

    /** Waits for the answer; empty if the job is notified in another way, or does not answer in time. */
    Optional<Event.RescaleAnswered> ask(Effect.Rescale rescale) throws IOException, InterruptedException {
        Malleability malleability = Malleability.of(start.jobspec()).orElseThrow();
        boolean isTold =
                !malleability.rescale().isEmpty() || malleability.signal().isPresent();
        Map<String, String> told = told(rescale.number(), rescale.from(), rescale.to());
        Optional<Process> begun = asking.start(builder(told));
        if (begun.isEmpty()) {
            return Optional.of(ending(rescale));
        }
        Process process = begun.get();
        try {
            CompletableFuture<String> said = firstLine(process);
            write(process, script(malleability, rescale.resources(), told));
            if (!process.waitFor(rescale.answerMillis(), TimeUnit.MILLISECONDS) || !isTold) {
                return Optional.empty();
            }
            int status = process.exitValue();
            if (status != 0 && asking.isOver()) {
                // The question was ended with the job.
                return Optional.of(ending(rescale));
            }
            return Optional.of(new Event.RescaleAnswered(
                    rescale.job(), rescale.number(), status == 0, status == 0 ? "" : reason(said, status)));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static Event.RescaleAnswered ending(Effect.Rescale rescale) {
        return new Event.RescaleAnswered(rescale.job(), rescale.number(), false, "the job is about to end");
    }

    private static String reason(CompletableFuture<String> said, int status) {
        // A background process may hold the pipe open.
        String line = said.completeOnTimeout("", 1, TimeUnit.SECONDS).join();
        return line.isBlank() ? "its rescale command ended with status " + status : line;
    }

    private static CompletableFuture<String> firstLine(Process process) {
        var line = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> {
            try (InputStream out = process.getInputStream()) {
                String text = new String(out.readNBytes(MOST_ANSWER), StandardCharsets.UTF_8);
                line.complete(PrintableText.spaced(text.lines().findFirst().orElse(""))
                        .strip());
                out.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                line.complete("");
            }
        });
        return line;
    }

    private String script(Malleability malleability, String resources, Map<String, String> told) {
        if (!malleability.rescale().isEmpty()) {
            Map<String, String> environment = JobEnvironment.said(start.jobspec());
            environment.putAll(told);
            return RescaleScript.byCommand(
                    resources,
                    JobEnvironment.workingDirectory(start.jobspec(), directory),
                    environment,
                    malleability.rescale());
        }
        return malleability
                .signal()
                .map(signal -> RescaleScript.bySignal(resources, signal))
                .orElseGet(() -> RescaleScript.byStream(resources));
    }

    private static void write(Process process, String script) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(script.getBytes(StandardCharsets.UTF_8));
        } catch (IOException closed) {
            // It has ended without reading, and says why by its status.
        }
    }

    /** Notifies the job whether the proposed resources are now its own. Does nothing if the job is about to end. */
    void over(Effect.RescaleOver over) throws IOException, InterruptedException {
        Optional<Process> begun = asking.start(builder(told(over.number(), 0, 0)));
        if (begun.isPresent()) {
            write(begun.get(), RescaleScript.over(over.isAccepted()));
            if (!begun.get().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                begun.get().destroyForcibly();
            }
        }
    }

    /** Nothing in it is the job's own choice, for it is there before the user is changed. */
    private ProcessBuilder builder(Map<String, String> told) throws IOException {
        List<String> words =
                user.isPresent() ? UserProcess.words(user.get(), RescaleScript.SHELL) : RescaleScript.SHELL;
        var builder = new ProcessBuilder(confining.joined(start.job(), directory.leader(), words));
        builder.redirectErrorStream(true).directory(directory.path().toFile());
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(user.map(OsUser::entry).orElseGet(UserEntry::own).environment());
        environment.putAll(told);
        return builder;
    }

    private Map<String, String> told(long number, long from, long to) {
        Map<String, String> told = new LinkedHashMap<>();
        if (user.isEmpty()) {
            told.put("BANYAN_STATE", state.path().toString());
        }
        told.put(CommandSession.MARK, CommandSession.real(directory.path()).toString());
        told.put("BANYAN_JOB_ID", start.job().toString());
        told.put("BANYAN_JOB_DIR", directory.path().toString());
        told.put("BANYAN_R", directory.resources().toString());
        told.put("BANYAN_R_NEW", directory.resources() + "." + number);
        told.put("BANYAN_RESCALE", Long.toString(number));
        told.put("BANYAN_SLOTS", Long.toString(from));
        told.put("BANYAN_SLOTS_NEW", Long.toString(to));
        return told;
    }
}
