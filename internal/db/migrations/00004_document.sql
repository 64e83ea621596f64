-- +goose Up

-- A file of an owner's library. Its bytes are in the file store under the owner and the hash; rows
-- with the same owner and hash share the bytes.
CREATE TABLE document (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    name       TEXT   NOT NULL, -- name as displayed
    name_key   TEXT   NOT NULL, -- name in normalised form, for search
    sort_key   TEXT   NOT NULL, -- sort key of the name: Chinese by pronunciation, numbers by value
    type       TEXT   NOT NULL, -- the group: image, pdf, doc …
    doc_type   TEXT   NOT NULL, -- the extension of the format; empty when unknown
    mime       TEXT   NOT NULL,
    size       BIGINT NOT NULL, -- bytes
    hash       TEXT   NOT NULL,
    thumb_hash TEXT   NOT NULL, -- hash of an image's thumbnail; empty: none
    width      BIGINT NOT NULL, -- width of an image as displayed, in pixels; 0 for other files
    height     BIGINT NOT NULL,
    state      TEXT   NOT NULL, -- queued, parsing, ready, failed, or stored (kept without being parsed)
    error_code TEXT   NOT NULL, -- why parsing failed; otherwise empty
    progress   BIGINT NOT NULL, -- progress of parsing, in thousandths
    format     TEXT   NOT NULL, -- detected format; empty before parsing
    unit_kind  TEXT   NOT NULL, -- page, slide, sheet or section; empty before parsing
    units      BIGINT NOT NULL, -- number of units; while parsing, the number stored so far
    chars      BIGINT NOT NULL,
    title      TEXT   NOT NULL,
    outline    TEXT   NOT NULL, -- JSON; empty: none
    warnings   TEXT   NOT NULL, -- JSON; empty: none
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL  -- when a question was last asked about it; 0: never
);

CREATE INDEX document_by_time ON document (owner_id, created_at, id);
CREATE INDEX document_by_hash ON document (owner_id, hash);

-- The text that was read from a file: a row for each page, slide, sheet or section.
CREATE TABLE document_unit (
    document_id TEXT   NOT NULL,
    number      BIGINT NOT NULL, -- page, slide, sheet or section number, from 1
    owner_id    TEXT   NOT NULL,
    data        TEXT   NOT NULL, -- JSON of parsed.Unit
    PRIMARY KEY (document_id, number)
);

-- Files that wait to be read, or are being read. The process that reads a file has a claim and
-- renews it; the claim of a process that has crashed expires.
CREATE TABLE document_job (
    document_id   TEXT   NOT NULL PRIMARY KEY,
    owner_id      TEXT   NOT NULL,
    build         TEXT   NOT NULL, -- program version that stored the units; another version parses the file again from the start
    attempts      BIGINT NOT NULL, -- how many times parsing was started
    queued_at     BIGINT NOT NULL,
    next_at       BIGINT NOT NULL, -- parsing starts no earlier than this time
    claim         TEXT   NOT NULL,
    claimed_until BIGINT NOT NULL  -- 0: no process has a claim
);

CREATE INDEX document_job_by_owner ON document_job (owner_id, queued_at);

-- A ticket to upload one file. The bytes that have arrived are stored beside the files,
-- under the ticket's id, which becomes the id of the document.
CREATE TABLE document_upload (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    size       BIGINT NOT NULL, -- size declared by the client, in bytes; -1: not declared
    max_size   BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL  -- 0: not used
);

CREATE INDEX document_upload_by_owner ON document_upload (owner_id, used_at, expires_at);
CREATE INDEX document_upload_expired ON document_upload (expires_at);

-- The conversations with questions about a file.
CREATE TABLE document_use (
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    cid         TEXT   NOT NULL,
    used_at     BIGINT NOT NULL,
    PRIMARY KEY (owner_id, document_id, cid)
);
