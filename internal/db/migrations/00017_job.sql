-- +goose Up

-- Background work that continues after the request, and after the process that runs it.
-- Each piece of work has one row: key is an id that is unique among all owners.
CREATE TABLE job (
    kind       TEXT   NOT NULL,
    key        TEXT   NOT NULL,
    owner_id   TEXT   NOT NULL,
    payload    TEXT   NOT NULL, -- what the handler of the kind needs besides the key
    state      TEXT   NOT NULL, -- queued, running, done, failed, cancelled
    progress   BIGINT NOT NULL, -- progress of a running job, in thousandths
    attempts   BIGINT NOT NULL, -- number of attempts; an attempt that ended for a reason outside the work does not count
    fence      BIGINT NOT NULL, -- increases with each claim; a process whose claim has a lower fence can store nothing
    beat       BIGINT NOT NULL, -- the process increases it while it works; if it is unchanged for the time of the lease, the process is lost
    error_code TEXT   NOT NULL, -- why the work failed; otherwise empty
    queued_at  BIGINT NOT NULL, -- Unix milliseconds, like all times of this table
    next_at    BIGINT NOT NULL, -- a queued job starts no earlier than this time
    ended_at   BIGINT NOT NULL, -- 0: not ended
    PRIMARY KEY (kind, key)
);

CREATE INDEX job_queued ON job (kind, owner_id, queued_at) WHERE state = 'queued';
CREATE INDEX job_running ON job (kind) WHERE state = 'running';
CREATE INDEX job_ended ON job (kind, ended_at) WHERE ended_at > 0;
CREATE INDEX job_owner ON job (owner_id);
