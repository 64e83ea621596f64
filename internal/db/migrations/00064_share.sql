-- +goose Up

-- A shared copy of a part of a conversation. Whoever knows the id may read it, with the password if
-- there is one.
CREATE TABLE share (
    id             TEXT    NOT NULL PRIMARY KEY, -- random, at least 128 bits
    owner_id       TEXT    NOT NULL,
    kind           TEXT    NOT NULL, -- snapshot
    cid            TEXT    NOT NULL, -- conversation of the copied messages
    title          TEXT    NOT NULL,
    summary        TEXT    NOT NULL, -- the first lines, for lists and previews
    password       TEXT    NOT NULL, -- argon2id hash; empty: no password
    expires_at     BIGINT  NOT NULL, -- Unix milliseconds; 0: never
    hides_thinking BOOLEAN NOT NULL,
    files          TEXT    NOT NULL, -- hidden, names, content
    listed         BOOLEAN NOT NULL, -- search engines may list it
    down_at        BIGINT  NOT NULL, -- when an administrator took the share down; 0: never
    rounds         BIGINT  NOT NULL,
    views          BIGINT  NOT NULL,
    likes          BIGINT  NOT NULL,
    size           BIGINT  NOT NULL, -- size of data in bytes
    created_at     BIGINT  NOT NULL,
    updated_at     BIGINT  NOT NULL,
    data           BYTEA   NOT NULL  -- the snapshot as JSON, compressed by gzip
);
CREATE INDEX share_by_owner ON share (owner_id, created_at);
CREATE INDEX share_by_conversation ON share (owner_id, cid);
CREATE INDEX share_by_end ON share (expires_at);

-- Likes of a share; one for each person or visitor.
CREATE TABLE share_like (
    share_id   TEXT   NOT NULL,
    owner_id   TEXT   NOT NULL, -- person or visitor who likes the share
    created_at BIGINT NOT NULL,
    PRIMARY KEY (share_id, owner_id)
);
CREATE INDEX share_like_by_owner ON share_like (owner_id);

-- Wrong passwords, counted by share and network.
CREATE TABLE share_try (
    name    TEXT   NOT NULL PRIMARY KEY,
    count   BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
);
CREATE INDEX share_try_by_end ON share_try (ends_at);

-- Reports to the administrator about a share; one for each reader.
CREATE TABLE share_report (
    share_id   TEXT   NOT NULL,
    owner_id   TEXT   NOT NULL, -- person or visitor who reports the share
    reason     TEXT   NOT NULL, -- illegal, private, harmful, rights, other
    text       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    handled_at BIGINT NOT NULL, -- 0: not handled
    PRIMARY KEY (share_id, owner_id)
);
CREATE INDEX share_report_by_time ON share_report (handled_at, created_at);
CREATE INDEX share_report_by_owner ON share_report (owner_id, created_at);

-- Pictures drawn by browsers for sharing, such as posters. Each is kept for a day.
CREATE TABLE share_picture (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    mime       TEXT   NOT NULL,
    size       BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    data       BYTEA  NOT NULL
);
CREATE INDEX share_picture_by_owner ON share_picture (owner_id, expires_at);
CREATE INDEX share_picture_by_end ON share_picture (expires_at);
