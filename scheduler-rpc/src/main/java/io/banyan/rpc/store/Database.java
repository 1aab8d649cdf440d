package io.banyan.rpc.store;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The database with the tables of a journal: all differences between SQLite and PostgreSQL. The rows of an additional
 * table are written in the same {@link #keep} as the records. For one thread at a time.
 */
sealed interface Database extends AutoCloseable permits SqliteFile, PostgresSchema {
    /** Changes that are kept together. */
    @FunctionalInterface
    interface Changes {
        void make() throws SQLException, IOException;
    }

    /** Something to be read. */
    @FunctionalInterface
    interface Reading<T> {
        T read() throws SQLException, IOException;
    }

    /** The name of the journal in messages, without a secret. */
    String name();

    /** Advice for a record that is not valid. */
    String advice();

    /** A statement that is compiled once. It is not to be closed. */
    PreparedStatement prepared(String sql) throws SQLException;

    /** Executes the statements of a text with the words of {@link Schema}. */
    void execute(String statements) throws SQLException;

    /** Inserts a row, now or when the statement's rows are {@linkplain #flush flushed}. */
    void add(PreparedStatement insert) throws SQLException;

    /** Sends the rows that were added and not sent yet, all at once. */
    void flush(PreparedStatement insert) throws SQLException;

    /**
     * Makes changes that are kept, on the disk, when it returns.
     *
     * @throws IOException with one sentence, if it is not sure that they are kept. Either all of them are kept or none;
     *     after a lost connection, only a later read shows which
     */
    void keep(Changes changes) throws IOException;

    /**
     * Reads the stored data.
     *
     * @throws IOException with one sentence, if it cannot be read
     */
    <T> T read(Reading<T> reading) throws IOException;

    /**
     * Reads the data of one moment, in any number of steps.
     *
     * @throws IOException with one sentence, if it cannot be read
     */
    <T> T readAtOnce(Reading<T> reading) throws IOException;

    /**
     * Does not wait for others that use a table, in the change that is being made: it fails with an
     * {@link UnreachableException} then, and may be made later.
     */
    void hurry() throws SQLException;

    /**
     * Connects again after the connection was lost, as long as this daemon may write, for the length of a lease at
     * most. When it returns true, every earlier change over the lost connection has been kept whole or dropped, and a
     * read shows which.
     *
     * @return false if there is no server to connect to, if another daemon may write by now, or if that time is over
     * @throws IOException with one sentence, if trying again does not help
     */
    boolean regain() throws IOException;

    /**
     * Another connection to the same, on which another thread reads.
     *
     * @throws IOException with one sentence, if there is none
     */
    Database another() throws IOException;

    /** Lets go of it. */
    @Override
    void close() throws IOException;
}
