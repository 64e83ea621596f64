-- +goose Up

-- A chunk is a piece of a unit that is found and read as one. Its number is its
-- row in the full-text index.
CREATE TABLE chunk (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, -- never given twice
    owner_id    TEXT    NOT NULL,
    document_id TEXT    NOT NULL,
    unit        BIGINT  NOT NULL,
    idx         BIGINT  NOT NULL, -- within the unit, from 1
    start       BIGINT  NOT NULL, -- where its text begins in the unit's, in bytes
    heading     TEXT    NOT NULL, -- the headings above it, one a line, as deep as each has #
    header      TEXT    NOT NULL, -- of a part of a table: its row of column names
    text        TEXT    NOT NULL
);

CREATE UNIQUE INDEX chunk_place ON chunk (owner_id, document_id, unit, idx);

-- Every term in the index begins with the number of a shelf, so that the terms
-- of one owner lie together and nobody else's are passed. An owner has a shelf
-- of his own, and those of the visitors that he was before.
CREATE TABLE chunk_shelf (
    id       INTEGER NOT NULL PRIMARY KEY,
    owner_id TEXT    NOT NULL
);

CREATE INDEX chunk_shelf_owner ON chunk_shelf (owner_id);

-- The vector of a chunk: a byte a dimension, of the model that is named.
CREATE TABLE chunk_vector (
    chunk_id    BIGINT NOT NULL PRIMARY KEY,
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    model       TEXT   NOT NULL,
    dimension   BIGINT NOT NULL,
    vector      BYTEA  NOT NULL
);

CREATE INDEX chunk_vector_place ON chunk_vector (owner_id, document_id);

-- The terms come ready-made, with spaces between them. Only which chunks have a
-- term is kept: not the text, not how often or where.
CREATE VIRTUAL TABLE chunk_term USING fts5(
    terms, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars ':'"
);
