package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.provider.Purchases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnsettledTest {
    @TempDir
    private Path directory;

    private StateDirectory state;
    private StateDirectory child;

    @BeforeEach
    void makeDirectories() throws Exception {
        state = new StateDirectory(directory.resolve("state"));
        child = state.child(new JobId(7));
        child.create();
    }

    private static void note(StateDirectory at, boolean ofChild) throws Exception {
        new Purchases(at.purchases(), "owner", ofChild).begin(new ProviderSpec("exec", "lab", Map.of()));
    }

    @Test
    void whereAllIsSettledNothingIsSaid() {
        assertThat(Unsettled.after(state)).isEmpty();
    }

    @Test
    void whatIsLeftOfAChildTheNextDaemonGivesBack() throws Exception {
        note(child, true);
        assertThat(Unsettled.after(state))
                .containsExactly("Resources that providers supplied to the instance in " + child.path()
                        + " are not fully returned (lab): the next daemon on " + state.path()
                        + " handles that, so keep the directory.");
    }

    @Test
    void whatIsLeftOfTheTopIsStoppedOnceMore() throws Exception {
        note(state, false);
        assertThat(Unsettled.after(state))
                .containsExactly(
                        "Resources that providers supplied to the instance in " + state.path()
                                + " are not fully returned (lab): start the instance and stop it again, or release them directly at the provider.");
    }

    @Test
    void whatIsLeftOfOneThatHasAParentThatGivesBack() throws Exception {
        Files.createFile(child.credential());
        note(child, true);
        assertThat(Unsettled.after(child))
                .containsExactly("Resources that providers supplied to the instance in " + child.path()
                        + " are not fully returned (lab): its parent handles that.");
    }

    @Test
    void ofWhatIsOnAnotherMachineItIsSaid() throws Exception {
        Files.writeString(state.children().resolve("8.host"), "damaged");
        assertThat(Unsettled.after(state))
                .singleElement()
                .asString()
                .startsWith("Processes of the instance in")
                .endsWith("on another machine may still run: the next daemon on " + state.path()
                        + " handles that, so keep the directory.");
    }
}
