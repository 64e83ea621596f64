-- +goose Up

-- A run is one answer that is being made. The row is kept for a day after the run has
-- ended, so that a repeated request is recognised.
CREATE TABLE run (
    id              TEXT   NOT NULL PRIMARY KEY,
    owner_id        TEXT   NOT NULL,
    conversation_id TEXT   NOT NULL,
    idx             BIGINT NOT NULL, -- index of the answer
    repeat_idx      BIGINT NOT NULL, -- version of the answer, from 0
    request_id      TEXT   NOT NULL, -- id chosen by the client for the request; empty: none
    trace_id        TEXT   NOT NULL,
    state           TEXT   NOT NULL, -- "running" until the end is stored
    error_code      TEXT   NOT NULL,
    started_at      BIGINT NOT NULL,
    ended_at        BIGINT NOT NULL, -- 0 while it runs
    last_n          BIGINT NOT NULL  -- number of the last frame; 0 while it runs
);

CREATE UNIQUE INDEX run_request ON run (owner_id, request_id) WHERE request_id <> '';
CREATE INDEX run_ended ON run (ended_at, id);

-- The journal: the frames of open runs, in wire form. A row contains the frames of one run from one
-- commit. Rows are only appended, in the order of the commits, so that a commit of many runs
-- touches few pages. Each process deletes its rows from before the first row of its oldest open run.
CREATE TABLE run_frame (
    writer  BIGINT NOT NULL, -- identifies one process from its start to its end
    seq     BIGINT NOT NULL,
    run_id  TEXT   NOT NULL,
    first_n BIGINT NOT NULL,
    last_n  BIGINT NOT NULL,
    data    BYTEA  NOT NULL,
    PRIMARY KEY (writer, seq)
);

-- All frames of a run that has ended, for readers that connect again.
CREATE TABLE run_log (
    run_id TEXT  NOT NULL PRIMARY KEY,
    data   BYTEA NOT NULL
);
