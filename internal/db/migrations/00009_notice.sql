-- +goose Up

-- Messages from the operator and the server, to everybody or to one person.
CREATE TABLE notice (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL, -- empty: everybody
    kind       TEXT   NOT NULL, -- a row of notice.Kinds
    title      TEXT   NOT NULL, -- JSON: one sentence for each language
    body       TEXT   NOT NULL, -- JSON: one text for each language
    link       TEXT   NOT NULL, -- a path of this site, or empty
    created_at BIGINT NOT NULL,
    until      BIGINT NOT NULL  -- Unix milliseconds; 0: shown until it is withdrawn
);

CREATE INDEX notice_by_owner ON notice (owner_id, created_at);

-- For each person and kind of notice: the person has seen all notices up to seen_at.
CREATE TABLE notice_seen (
    owner_id TEXT   NOT NULL,
    kind     TEXT   NOT NULL,
    seen_at  BIGINT NOT NULL,
    PRIMARY KEY (owner_id, kind)
);
