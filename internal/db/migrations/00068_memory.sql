-- +goose Up

-- Statements of people about themselves, in their own words. Answers take them into account.
CREATE TABLE memory (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    topic      TEXT   NOT NULL, -- two memories with the same topic cannot both be true; the id of the memory if the topic is unknown
    text       TEXT   NOT NULL,
    folded     TEXT   NOT NULL, -- normalised text, for comparison
    previous   TEXT   NOT NULL, -- text before the last change; empty: not changed
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX memory_by_topic ON memory (owner_id, topic);
CREATE INDEX memory_by_time ON memory (owner_id, updated_at, id);

-- Whether somebody's memories are used, and whether new memories are created. If there is no row,
-- both settings are on.
CREATE TABLE memory_choice (
    owner_id TEXT    NOT NULL PRIMARY KEY,
    used     BOOLEAN NOT NULL,
    noticed  BOOLEAN NOT NULL
);
