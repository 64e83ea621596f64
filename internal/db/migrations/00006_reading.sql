-- +goose Up

-- A file that was opened for deep reading: the reader's position, and the conversation
-- about the file.
CREATE TABLE reading_record (
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    cid         TEXT   NOT NULL, -- conversation about the file; empty: none
    unit        BIGINT NOT NULL, -- page, slide, sheet or section that is displayed, from 1; 0: none
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
    quote       TEXT   NOT NULL, -- the selected text; empty: the note is about the whole page
    prefix      TEXT   NOT NULL, -- text before the quote
    suffix      TEXT   NOT NULL, -- text after the quote
    color       TEXT   NOT NULL,
    body        TEXT   NOT NULL, -- text of the note; empty: a highlight only
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);

CREATE INDEX reading_note_by_document ON reading_note (owner_id, document_id, unit, created_at);

-- Summary, key points, outline, keywords and mind map of a file. The row also contains the state of the
-- job in which a model makes a better version.
CREATE TABLE reading_overview (
    owner_id      TEXT   NOT NULL,
    document_id   TEXT   NOT NULL,
    version       TEXT   NOT NULL, -- version of the parsed file; if it changes, the overview is made again
    engine        TEXT   NOT NULL, -- what made data: offline, or the id of a model
    data          TEXT   NOT NULL, -- JSON
    state         TEXT   NOT NULL, -- ready; queued or running: a model is to make it, or makes it; failed: the model failed
    progress      BIGINT NOT NULL, -- progress of a running job, in thousandths
    attempts      BIGINT NOT NULL,
    error_code    TEXT   NOT NULL, -- why the model failed; otherwise empty
    next_at       BIGINT NOT NULL, -- the job starts no earlier than this time
    claim         TEXT   NOT NULL,
    claimed_until BIGINT NOT NULL, -- 0: no process has a claim
    updated_at    BIGINT NOT NULL,
    PRIMARY KEY (owner_id, document_id)
);

CREATE INDEX reading_overview_waiting ON reading_overview (state, updated_at);

-- Translated paragraphs of a file, found by the text of the original.
CREATE TABLE reading_translation (
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    lang        TEXT   NOT NULL,
    source      TEXT   NOT NULL, -- hash of the original paragraph
    target      TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (owner_id, document_id, lang, source)
);

-- A shared copy of a mind map or a translation, as it was at the time of sharing. Whoever knows the
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
