package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A provider of kind exec whose books are files: {@code there} has one for each node that was bought, with the
 * request's id and the number of the process that bought it, so that what is bought twice is there twice. It can be
 * held at gates, once for each request, and does what its faults say.
 */
final class Shop implements AutoCloseable {
    /** The most nodes that the instance may have of it. */
    static final int MOST = 16;

    private static final Duration LONG = Duration.ofMinutes(2);

    /** The fault that happens to a request whose id ends with its name. */
    enum Fault {
        NONE,
        /** The call fails, and has bought nothing. */
        EARLY,
        /** The call fails, and has bought something. */
        LATE,
        HANG,
        /** The call's answer is cut off. */
        CUT,
        /** The call brings more than it may. */
        GLUT,
        /** Nothing; nobody asks again. */
        NONE_LEFT,
        /** The call fails, and has bought something; nobody asks again. */
        LATE_LEFT;

        /** The request to which it happens in a round. */
        String of(String round) {
            return round + "." + name();
        }

        boolean isGranted() {
            return this == NONE || this == NONE_LEFT;
        }

        boolean isRepeated() {
            return this != NONE_LEFT && this != LATE_LEFT;
        }
    }

    private final Path directory;
    private final Path script;
    private final int protocol;

    Shop(Path directory, int protocol) throws IOException {
        this.directory = directory;
        this.protocol = protocol;
        for (String name : List.of("there", "at", "gates", "faults")) {
            Files.createDirectories(directory.resolve(name));
        }
        script = Files.writeString(directory.resolve("shop.sh"), """
                #!/usr/bin/env bash
                cd "$(dirname "$0")" || exit 2
                shopt -s nullglob
                input=$(cat)
                [[ $input =~ \\"request_id\\":\\"([^\\"]*)\\" ]] && id=${BASH_REMATCH[1]}
                [[ $input =~ \\"type\\":\\"slot\\"[^{]*\\"count\\":([0-9]+) ]] && count=${BASH_REMATCH[1]}

                # Holds who comes here first for a request, as long as the gate is closed.
                gate() {
                    [ -e "at/$id.$1" ] && return
                    touch "at/$id.$1"
                    while [ -e "gates/$id.$1" ]; do sleep 0.05; done
                }

                graph() {
                    local edges= comma= it i=0
                    printf '{"graph": {"nodes": [{"id": "0", "metadata": {"type": "cluster", "id": 0, "paths": {"containment": "/cluster0"}}}'
                    for it in "there/$id-"*; do
                        printf ', {"id": "%d", "metadata": {"type": "node", "basename": "%s", "id": 0, "rank": 0, "paths": {"containment": "/cluster0/%s"}}}' "$((++i))" "${it#there/}" "${it#there/}"
                        edges+="$comma{\\"source\\": \\"0\\", \\"target\\": \\"$i\\"}"
                        comma=,
                    done
                    printf '], "edges": [%s]}}' "$edges"
                }

                case $1 in
                provision)
                    fault=$(cat "faults/$id" 2>/dev/null)
                    gate entry
                    [ "$fault" = EARLY ] && { touch "at/$id.bought" "at/$id.over"; echo 'it broke early' >&2; exit 7; }
                    [ "$fault" = GLUT ] && count=20
                    had=("there/$id-"*)
                    if [ ${#had[@]} = 0 ]; then
                        for ((i = 0; i < count; i++)); do touch "there/$id-$$x$i"; done
                    fi
                    gate bought
                    [ "$fault" = HANG ] && { touch "at/$id.over"; sleep 1000; }
                    [ "$fault" = LATE ] && { touch "at/$id.over"; echo 'it broke late' >&2; exit 7; }
                    if [ "$fault" = CUT ]; then graph | head -c 150; else graph; fi
                    touch "at/$id.over" ;;
                release)
                    [[ $input =~ \\"handles\\":\\[\\] ]] && rm -f "there/$id-"*
                    grep -o '"value":"/cluster0/[^"]*"' <<<"$input" | sed 's#.*/#there/#; s/"//' | xargs -r rm -f -- ;;
                inventory)
                    printf '{"holdings": ['
                    comma=
                    for it in there/*; do
                        name=${it#there/}
                        printf '%s{"request_id": "%s", "handle": "/cluster0/%s"}' "$comma" "${name%%-*}" "$name"
                        comma=,
                    done
                    echo ']}' ;;
                estimate) echo "{\\"items\\": [{\\"count\\": $count, \\"what\\": \\"a node\\"}]}" ;;
                esac
                """);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    /** Returns the shop as it stands behind {@code --provider}. */
    String option() {
        return "exec=" + script + ",name=shop,look=1,at-once=16,max-nodes=" + MOST + ",protocol=" + protocol;
    }

    /** The first calls for these requests meet their faults, and are held at these gates. */
    void prepare(String round, Set<String> closed) throws IOException {
        for (Fault fault : Fault.values()) {
            String word = fault.name().replace("_LEFT", "");
            Files.writeString(directory.resolve("faults").resolve(fault.of(round)), word);
            for (String gate : closed) {
                Files.createFile(directory.resolve("gates").resolve(fault.of(round) + "." + gate));
            }
        }
    }

    /** From now on nothing goes wrong. */
    void endFaults() throws IOException {
        empty("faults", "");
    }

    void openGates() throws IOException {
        empty("gates", "");
    }

    /** Opens only the gates of this place. */
    void openGates(String place) throws IOException {
        empty("gates", "." + place);
    }

    /** All of a round have come so far. */
    void awaitAll(String round, String place) {
        await("all are " + place)
                .atMost(LONG)
                .untilAsserted(() -> assertThat(Arrays.stream(Fault.values())
                                .map(fault -> directory.resolve("at").resolve(fault.of(round) + "." + place))
                                .filter(Files::notExists))
                        .isEmpty());
    }

    /** No run that buys goes on, but for so many that hang. */
    void awaitRuns(int most) {
        await("no more than " + most + " runs go on").atMost(LONG).until(() -> runs().count() <= most);
    }

    /** The runs of the script, without the shells that supervise them. */
    private Stream<ProcessHandle> runs() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .map(Arrays::asList)
                        .filter(words -> words.containsAll(List.of(script.toString(), "provision")))
                        .filter(words -> !words.contains("-c"))
                        .isPresent());
    }

    /** Returns the names of what is out there. */
    Set<String> bought() throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.list(directory.resolve("there"))) {
            files.forEach(file -> names.add(file.getFileName().toString()));
        }
        return names;
    }

    private void empty(String name, String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(name))) {
            for (Path file : files.toList()) {
                if (file.toString().endsWith(ending)) {
                    Files.delete(file);
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        openGates();
        runs().forEach(run -> {
            run.descendants().forEach(ProcessHandle::destroyForcibly);
            run.destroyForcibly();
        });
    }
}
