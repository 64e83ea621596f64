-- +goose Up

-- Favourites of a person: an answer, a file, a web page, or an agent. Answers and pages
-- are copied, so that they stay when the conversation is deleted.
CREATE TABLE favorite (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    kind       TEXT   NOT NULL, -- answer, file, page, agent
    thing      TEXT   NOT NULL, -- identifies the thing: conversation/index/version, file id, address or agent id
    cid        TEXT   NOT NULL, -- source conversation of the favourite; empty: none
    agent_id   TEXT   NOT NULL, -- agent of that conversation
    idx        BIGINT NOT NULL, -- index of the answer; 0: none
    repeat_idx BIGINT NOT NULL, -- version of the answer
    title      TEXT   NOT NULL,
    brief      TEXT   NOT NULL, -- beginning of the text, for lists
    note       TEXT   NOT NULL,
    data       TEXT   NOT NULL, -- JSON of the copy
    size       BIGINT NOT NULL, -- size of data in bytes
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX favorite_by_thing ON favorite (owner_id, kind, thing);
CREATE INDEX favorite_by_time ON favorite (owner_id, created_at, id);
CREATE INDEX favorite_by_conversation ON favorite (owner_id, cid);

CREATE TABLE favorite_tag (
    owner_id    TEXT NOT NULL,
    favorite_id TEXT NOT NULL,
    tag         TEXT NOT NULL,
    PRIMARY KEY (owner_id, favorite_id, tag)
);

CREATE INDEX favorite_tag_by_tag ON favorite_tag (owner_id, tag, favorite_id);
