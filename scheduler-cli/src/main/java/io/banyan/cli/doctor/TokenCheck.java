package io.banyan.cli.doctor;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.security.TokenTable;
import java.io.IOException;
import java.nio.file.Files;

/** The token of the daemon's owner, and the table of the others. */
record TokenCheck(StateDirectory state) implements Check {
    @Override
    public String name() {
        return "token";
    }

    @Override
    public DoctorFinding examine() throws IOException {
        int others = new TokenTable(state.tokens()).read().size();
        String table = others == 0 ? "" : " " + state.tokens() + " contains further tokens: " + others + ".";
        if (Files.notExists(state.token())) {
            return ok("There is no token yet; the first start creates it." + table);
        }
        TokenFile.read(state.token());
        return ok(state.token() + " contains a token that only its owner can read." + table);
    }
}
