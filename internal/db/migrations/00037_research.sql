-- +goose Up

-- Studies (deep research): one row for each version of an answer written by a study.
CREATE TABLE research (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    cid        TEXT   NOT NULL, -- cid, idx and repeat_idx: conversation, index and version of the answer
    idx        BIGINT NOT NULL,
    repeat_idx BIGINT NOT NULL,
    state      TEXT   NOT NULL,
    body       TEXT   NOT NULL, -- JSON: the plan, and how much of the budget is used
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    checked_at BIGINT NOT NULL  -- last time at which the conversation was found to exist
);
CREATE INDEX research_answer ON research (owner_id, cid, idx, repeat_idx);
CREATE INDEX research_checked ON research (checked_at);

-- The steps of a running study; they are deleted when it ends.
CREATE TABLE research_step (
    research_id TEXT   NOT NULL,
    owner_id    TEXT   NOT NULL,
    kind        TEXT   NOT NULL, -- queries, search, pick, page, note, round, section …
    step_key    TEXT   NOT NULL,
    n           BIGINT NOT NULL, -- order in which the steps were made
    body        TEXT   NOT NULL, -- JSON
    PRIMARY KEY (research_id, kind, step_key)
);
CREATE INDEX research_step_owner ON research_step (owner_id);
