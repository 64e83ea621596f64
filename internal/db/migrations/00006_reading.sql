-- +goose Up

-- A file that is open for deep reading: the reader's position, and the conversation
-- about the file.
CREATE TABLE reading_record (
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    cid         TEXT   NOT NULL, -- empty: nothing has been asked yet
    unit        BIGINT NOT NULL, -- from 1; 0: not begun
    place       TEXT   NOT NULL, -- JSON: the offset in the unit, the open panel, the sizes of the panels
    created_at  BIGINT NOT NULL,
    visited_at  BIGINT NOT NULL,
    PRIMARY KEY (owner_id, document_id)
);

CREATE INDEX reading_record_by_visit ON reading_record (owner_id, visited_at, document_id);

CREATE TABLE reading_note (
    id          TEXT   NOT NULL PRIMARY KEY,
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    unit        BIGINT NOT NULL,
    quote       TEXT   NOT NULL, -- what was selected; empty for a note on a page as a whole
    prefix      TEXT   NOT NULL, -- what stands before it
    suffix      TEXT   NOT NULL, -- and behind it
    color       TEXT   NOT NULL,
    body        TEXT   NOT NULL, -- empty for a highlight
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);

CREATE INDEX reading_note_by_document ON reading_note (owner_id, document_id, unit, created_at);

-- What is derived from a file: summary, key points, outline, keywords, mind map. The
-- row is also the job in which a model improves it.
CREATE TABLE reading_overview (
    owner_id      TEXT   NOT NULL,
    document_id   TEXT   NOT NULL,
    version       TEXT   NOT NULL, -- of what was read of the file; another one makes it anew
    engine        TEXT   NOT NULL, -- that made data: offline, or the id of a model
    data          TEXT   NOT NULL, -- JSON
    state         TEXT   NOT NULL, -- ready; queued, running: a model is to do it better; failed: no model could
    progress      BIGINT NOT NULL, -- of running, in thousandths
    attempts      BIGINT NOT NULL,
    error_code    TEXT   NOT NULL, -- of failed
    next_at       BIGINT NOT NULL, -- not before this time
    claim         TEXT   NOT NULL,
    claimed_until BIGINT NOT NULL, -- 0: nobody has it
    updated_at    BIGINT NOT NULL,
    PRIMARY KEY (owner_id, document_id)
);

CREATE INDEX reading_overview_waiting ON reading_overview (state, updated_at);

-- Translated paragraphs of a file, found by the text of the original.
CREATE TABLE reading_translation (
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    lang        TEXT   NOT NULL,
    source      TEXT   NOT NULL, -- hash of the paragraph
    target      TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (owner_id, document_id, lang, source)
);

-- A mind map or a translation as it was when its owner shared it. Whoever knows the
-- token may read it until the row is deleted.
CREATE TABLE reading_share (
    token       TEXT   NOT NULL PRIMARY KEY,
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    kind        TEXT   NOT NULL,
    title       TEXT   NOT NULL,
    data        TEXT   NOT NULL, -- JSON
    created_at  BIGINT NOT NULL
);

CREATE INDEX reading_share_by_document ON reading_share (owner_id, document_id, created_at);
