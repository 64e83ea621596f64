-- +goose Up

-- A chunk is a piece of a unit's text, found and displayed by search as a whole. Its id is also its
-- id in the full-text index.
CREATE TABLE chunk (
    id          BIGINT  NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owner_id    TEXT    NOT NULL,
    document_id TEXT    NOT NULL,
    unit        BIGINT  NOT NULL,
    idx         BIGINT  NOT NULL, -- number of the chunk within the unit, from 1
    start       BIGINT  NOT NULL, -- byte offset of the chunk in the text of the unit
    heading     TEXT    NOT NULL, -- the headings above it, one per line; the number of # is the level
    header      TEXT    NOT NULL, -- for a part of a table: the row with the column names
    text        TEXT    NOT NULL
);

CREATE UNIQUE INDEX chunk_place ON chunk (owner_id, document_id, unit, idx);

-- Every term in the index begins with the number of a shelf, so that the terms of one owner are
-- adjacent and a search does not read the terms of other owners. An owner has one shelf, and an
-- account also has the shelf of each visitor who moved to it.
CREATE TABLE chunk_shelf (
    id       BIGINT  NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owner_id TEXT    NOT NULL
);

CREATE INDEX chunk_shelf_owner ON chunk_shelf (owner_id);

-- The vector of a chunk, with one byte per dimension, and the name of its model.
CREATE TABLE chunk_vector (
    chunk_id    BIGINT NOT NULL PRIMARY KEY,
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    model       TEXT   NOT NULL,
    dimension   BIGINT NOT NULL,
    vector      BYTEA  NOT NULL
);

CREATE INDEX chunk_vector_place ON chunk_vector (owner_id, document_id);

-- The server splits the text into terms. For each term, the index stores only the ids of the chunks
-- with the term. It stores no text, no counts and no positions.
CREATE TABLE chunk_term (
    id    BIGINT   NOT NULL PRIMARY KEY,
    terms TSVECTOR NOT NULL
);

-- fastupdate is off: otherwise every search would scan the list of pending entries.
CREATE INDEX chunk_term_gin ON chunk_term USING gin (terms) WITH (fastupdate = off);
