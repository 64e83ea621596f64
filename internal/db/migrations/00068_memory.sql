-- +goose Up

-- What people said of themselves and want to be remembered, in their own words.
CREATE TABLE memory (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    topic      TEXT   NOT NULL, -- what it is about; two of one topic cannot both hold. Its own id where that is not known
    text       TEXT   NOT NULL,
    folded     TEXT   NOT NULL, -- the text without what makes no difference
    previous   TEXT   NOT NULL, -- what it said before the last change; empty: it is new
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX memory_by_topic ON memory (owner_id, topic);
CREATE INDEX memory_by_time ON memory (owner_id, updated_at, id);

-- Whether somebody's memories are used, and new ones noticed. Without a row both hold.
CREATE TABLE memory_choice (
    owner_id TEXT    NOT NULL PRIMARY KEY,
    used     BOOLEAN NOT NULL,
    noticed  BOOLEAN NOT NULL
);
