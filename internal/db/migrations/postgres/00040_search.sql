-- +goose Up

-- Search entries: one row for each text of a message, file or other thing. The text itself is
-- stored with the thing; the entry states the place. The id begins with the time of the thing in
-- Unix milliseconds (id / 2097152), so that newer entries have greater ids.
CREATE TABLE search_entry (
    id         BIGINT  NOT NULL PRIMARY KEY,
    owner_id   TEXT    NOT NULL,
    kind       TEXT    NOT NULL, -- one of entry.Kinds
    ref        TEXT    NOT NULL, -- id of the thing; for a message, the id of the conversation
    idx        BIGINT  NOT NULL, -- index of a message; otherwise 0
    repeat_idx BIGINT  NOT NULL, -- version of an answer; otherwise 0
    part       BIGINT  NOT NULL, -- number of the part of a long text, from 0
    pending    BOOLEAN NOT NULL  -- true: search_term does not contain its terms yet
);

CREATE UNIQUE INDEX search_entry_place ON search_entry (owner_id, ref, kind, idx, repeat_idx, part);
CREATE INDEX search_entry_pending ON search_entry (owner_id, id) WHERE pending;

-- Deleted entries whose terms are still in search_term.
CREATE TABLE search_gone (
    id BIGINT NOT NULL PRIMARY KEY
);

-- Every term begins with the number of a shelf, so that the terms of one owner are adjacent. An
-- owner has one shelf, and an account also has the shelf of each visitor who moved to it.
CREATE TABLE search_shelf (
    id       BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owner_id TEXT   NOT NULL
);

CREATE INDEX search_shelf_owner ON search_shelf (owner_id);

-- The server splits the text into terms. For each term, the index stores only the ids of the
-- entries with the term. It stores no text, no counts and no positions.
CREATE TABLE search_term (
    id    BIGINT   NOT NULL PRIMARY KEY,
    terms TSVECTOR NOT NULL
);

-- fastupdate is off: otherwise every search would scan the list of pending entries.
CREATE INDEX search_term_gin ON search_term USING gin (terms) WITH (fastupdate = off);
