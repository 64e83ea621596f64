-- +goose Up

-- A server process that makes answers. The row is its lease: whoever deletes
-- it takes the process's runs over, and the process, should it come back,
-- stores nothing more under that term.
CREATE TABLE node (
    id   TEXT   NOT NULL PRIMARY KEY,
    term BIGINT NOT NULL, -- a new number each time that a process takes the id
    beat BIGINT NOT NULL  -- raised every 3 s; standing still for 15 s means that the node is lost
);

-- The owner of an open run. Runs from before have the node ''.
ALTER TABLE run ADD COLUMN node TEXT NOT NULL DEFAULT '';
ALTER TABLE run ADD COLUMN fence BIGINT NOT NULL DEFAULT 0; -- raised each time that another node takes the run over
ALTER TABLE run ADD COLUMN waiting BOOLEAN NOT NULL DEFAULT FALSE; -- for a person's consent

-- What a process of before left open is for whoever recovers it first.
UPDATE run SET state = 'unended' WHERE ended_at = 0;
CREATE UNIQUE INDEX run_open ON run (owner_id, conversation_id) WHERE ended_at = 0 AND state = 'running';
CREATE INDEX run_node ON run (node) WHERE ended_at = 0;

-- What another process tells the node that makes an answer. The node deletes a
-- row as it takes it.
CREATE TABLE run_signal (
    id         TEXT   NOT NULL PRIMARY KEY, -- in the order of creation
    run_id     TEXT   NOT NULL,
    kind       TEXT   NOT NULL, -- stop, or what the run's job understands
    payload    TEXT   NOT NULL,
    created_at BIGINT NOT NULL  -- Unix milliseconds
);

CREATE INDEX run_signal_run ON run_signal (run_id);
