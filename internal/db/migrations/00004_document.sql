-- +goose Up

-- A file of an owner's library. Its bytes are in the file store under the owner and the
-- hash; rows with the same owner and hash share them.
CREATE TABLE document (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    name       TEXT   NOT NULL, -- as it is shown
    name_key   TEXT   NOT NULL, -- the name folded, for search
    sort_key   TEXT   NOT NULL, -- the name as it is sorted: Chinese by its sound, numbers by their value
    type       TEXT   NOT NULL, -- the group: image, pdf, doc …
    doc_type   TEXT   NOT NULL, -- the extension of the format; empty when unknown
    mime       TEXT   NOT NULL,
    size       BIGINT NOT NULL, -- bytes
    hash       TEXT   NOT NULL,
    thumb_hash TEXT   NOT NULL, -- of an image: its small picture; empty without one
    width      BIGINT NOT NULL, -- of an image as it is shown, in pixels; else 0
    height     BIGINT NOT NULL,
    state      TEXT   NOT NULL, -- queued, parsing, ready, failed; stored: kept and not read
    error_code TEXT   NOT NULL, -- of failed
    progress   BIGINT NOT NULL, -- of parsing, in thousandths
    format     TEXT   NOT NULL, -- what it was read as; empty before
    unit_kind  TEXT   NOT NULL, -- page, slide, sheet, section; empty before
    units      BIGINT NOT NULL, -- while it is parsed: how many are stored; then: how many it has
    chars      BIGINT NOT NULL,
    title      TEXT   NOT NULL,
    outline    TEXT   NOT NULL, -- JSON; empty without one
    warnings   TEXT   NOT NULL, -- JSON; empty without any
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL  -- when a question was last asked about it; 0: never
);

CREATE INDEX document_by_time ON document (owner_id, created_at, id);
CREATE INDEX document_by_hash ON document (owner_id, hash);

-- The text that was read from a file: a row for each page, slide, sheet or section.
CREATE TABLE document_unit (
    document_id TEXT   NOT NULL,
    number      BIGINT NOT NULL, -- from 1
    owner_id    TEXT   NOT NULL,
    data        TEXT   NOT NULL, -- JSON of parsed.Unit
    PRIMARY KEY (document_id, number)
);

-- Files that wait to be read, or are being read. The process that reads one has a claim
-- and renews it; the claim of a process that has crashed expires.
CREATE TABLE document_job (
    document_id   TEXT   NOT NULL PRIMARY KEY,
    owner_id      TEXT   NOT NULL,
    build         TEXT   NOT NULL, -- the version that stored the units; another one starts again
    attempts      BIGINT NOT NULL, -- how often reading began
    queued_at     BIGINT NOT NULL,
    next_at       BIGINT NOT NULL, -- not before this time
    claim         TEXT   NOT NULL,
    claimed_until BIGINT NOT NULL  -- 0: nobody has it
);

CREATE INDEX document_job_by_owner ON document_job (owner_id, queued_at);

-- A ticket to upload one file. The bytes that have arrived are stored beside the files,
-- under the ticket's id, which becomes the id of the document.
CREATE TABLE document_upload (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    size       BIGINT NOT NULL, -- as it was said; -1: nothing was said
    max_size   BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL  -- 0: not yet
);

CREATE INDEX document_upload_by_owner ON document_upload (owner_id, used_at, expires_at);
CREATE INDEX document_upload_expired ON document_upload (expires_at);

-- The conversations in which questions about a file were asked.
CREATE TABLE document_use (
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    cid         TEXT   NOT NULL,
    used_at     BIGINT NOT NULL,
    PRIMARY KEY (owner_id, document_id, cid)
);
