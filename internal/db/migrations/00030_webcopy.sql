-- +goose Up

-- The text of a web page as it was read for an answer. It is deleted with its
-- conversation.
CREATE TABLE web_copy (
    id        TEXT   NOT NULL PRIMARY KEY,
    owner_id  TEXT   NOT NULL,
    cid       TEXT   NOT NULL,
    url       TEXT   NOT NULL,
    digest    TEXT   NOT NULL, -- of the text, so that the same is kept once
    title     TEXT   NOT NULL,
    site      TEXT   NOT NULL,
    icon      TEXT   NOT NULL, -- the id of its site's icon, or empty
    author    TEXT   NOT NULL,
    published BIGINT NOT NULL, -- Unix milliseconds; 0: unknown
    kept_at   BIGINT NOT NULL,
    size      BIGINT NOT NULL, -- bytes of content
    content   BYTEA  NOT NULL  -- the units as JSON, compressed by gzip
);
CREATE INDEX web_copy_of ON web_copy (owner_id, cid, url);
CREATE INDEX web_copy_age ON web_copy (owner_id, kept_at);

-- The icons of sites. Browsers load them from this server and never from the site.
CREATE TABLE web_icon (
    id         TEXT   NOT NULL PRIMARY KEY, -- a MAC of the host, so that nobody learns by asking which sites were read
    host       TEXT   NOT NULL,
    data       BYTEA  NOT NULL, -- PNG; empty: the site has none that can be used
    fetched_at BIGINT NOT NULL
);
CREATE INDEX web_icon_age ON web_icon (fetched_at);
