-- +goose Up

-- Statements of people about themselves, in their own words, that are to be remembered.
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

-- Whether somebody's memories are used, and whether new ones are created. Without a row
-- both are on.
CREATE TABLE memory_choice (
    owner_id TEXT    NOT NULL PRIMARY KEY,
    used     BOOLEAN NOT NULL,
    noticed  BOOLEAN NOT NULL
);
