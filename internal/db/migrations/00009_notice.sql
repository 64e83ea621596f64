-- +goose Up

-- Messages from the operator and the server, to everybody or to one person.
CREATE TABLE notice (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL, -- empty: everybody
    kind       TEXT   NOT NULL, -- a row of notice.Kinds
    title      TEXT   NOT NULL, -- JSON, a sentence in each language
    body       TEXT   NOT NULL, -- JSON, a text in each language
    link       TEXT   NOT NULL, -- a path of this site, or empty
    created_at BIGINT NOT NULL,
    until      BIGINT NOT NULL  -- 0: for as long as it is not taken back
);

CREATE INDEX notice_by_owner ON notice (owner_id, created_at);

-- Up to which time somebody has seen the notices of a kind.
CREATE TABLE notice_seen (
    owner_id TEXT   NOT NULL,
    kind     TEXT   NOT NULL,
    seen_at  BIGINT NOT NULL,
    PRIMARY KEY (owner_id, kind)
);
