package io.banyan.instance.state;

import io.banyan.resource.JobId;

/** The position of an instance in its tree: the root's until the instance joins as a child. */
final class TreePosition {
    private static final String ROOT = "/";

    private String path = ROOT;

    void set(String joined) {
        path = joined;
    }

    String path() {
        return path;
    }

    /** Returns the number of levels above the instance. */
    int depth() {
        return path.equals(ROOT) ? 0 : (int) path.chars().filter(c -> c == '/').count();
    }

    /** Returns the path of the instance that runs, or will run, in a job. */
    String childPath(JobId job) {
        return (path.equals(ROOT) ? "" : path) + "/" + job;
    }
}
