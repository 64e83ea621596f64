-- +goose Up

-- Background work that continues after the request, and after the process that runs it.
-- Each piece of work has one row: key is an id that is unique among all owners.
CREATE TABLE job (
    kind       TEXT   NOT NULL,
    key        TEXT   NOT NULL,
    owner_id   TEXT   NOT NULL,
    payload    TEXT   NOT NULL, -- what the kind's handler needs to know beside the key
    state      TEXT   NOT NULL, -- queued, running, done, failed, cancelled
    progress   BIGINT NOT NULL, -- of running, in thousandths
    attempts   BIGINT NOT NULL, -- how often work began and nothing but the work itself was to blame for its end
    fence      BIGINT NOT NULL, -- raised by each claim: who has a lower one stores nothing
    beat       BIGINT NOT NULL, -- raised while somebody works; standing still for the time of the lease means that nobody does
    error_code TEXT   NOT NULL, -- of failed
    queued_at  BIGINT NOT NULL, -- Unix milliseconds, as all times here
    next_at    BIGINT NOT NULL, -- of queued: not before this time
    ended_at   BIGINT NOT NULL, -- 0: not yet
    PRIMARY KEY (kind, key)
);

CREATE INDEX job_queued ON job (kind, owner_id, queued_at) WHERE state = 'queued';
CREATE INDEX job_running ON job (kind) WHERE state = 'running';
CREATE INDEX job_ended ON job (kind, ended_at) WHERE ended_at > 0;
CREATE INDEX job_owner ON job (owner_id);
