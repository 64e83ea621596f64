-- +goose Up

-- A server process that makes answers. The row is its lease. If another process finds that the lease has
-- expired, it deletes the row and recovers the runs of the lost process. The lost process can then store
-- no more runs, because storing them requires a row with the id and the term of the process.
CREATE TABLE node (
    id   TEXT   NOT NULL PRIMARY KEY,
    term BIGINT NOT NULL, -- increases each time that a process takes the id
    beat BIGINT NOT NULL  -- the process increases it every 3 s; if it is unchanged for 15 s, the process is lost
);

-- The node that makes an open run. Runs from before this migration have the node ''.
ALTER TABLE run ADD COLUMN node TEXT NOT NULL DEFAULT '';
ALTER TABLE run ADD COLUMN fence BIGINT NOT NULL DEFAULT 0; -- increases each time that another node takes over the run
ALTER TABLE run ADD COLUMN waiting BOOLEAN NOT NULL DEFAULT FALSE; -- true while the run waits for a person's consent

-- Open runs of earlier processes are recovered by the first process that finds them.
UPDATE run SET state = 'unended' WHERE ended_at = 0;
CREATE UNIQUE INDEX run_open ON run (owner_id, conversation_id) WHERE ended_at = 0 AND state = 'running';
CREATE INDEX run_node ON run (node) WHERE ended_at = 0;

-- Messages from other processes to the node that makes an answer. The node deletes each
-- row when it reads it.
CREATE TABLE run_signal (
    id         TEXT   NOT NULL PRIMARY KEY, -- ids increase with time
    run_id     TEXT   NOT NULL,
    kind       TEXT   NOT NULL, -- stop, or a kind handled by the run's job
    payload    TEXT   NOT NULL,
    created_at BIGINT NOT NULL  -- Unix milliseconds
);

CREATE INDEX run_signal_run ON run_signal (run_id);
