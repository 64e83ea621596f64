-- +goose Up

-- The text of a web page as it was read for an answer. It is deleted with its
-- conversation.
CREATE TABLE web_copy (
    id        TEXT   NOT NULL PRIMARY KEY,
    owner_id  TEXT   NOT NULL,
    cid       TEXT   NOT NULL,
    url       TEXT   NOT NULL,
    digest    TEXT   NOT NULL, -- hash of the text, so that the same text is stored once
    title     TEXT   NOT NULL,
    site      TEXT   NOT NULL,
    icon      TEXT   NOT NULL, -- id of the site's icon; empty: none
    author    TEXT   NOT NULL,
    published BIGINT NOT NULL, -- Unix milliseconds; 0: unknown
    kept_at   BIGINT NOT NULL,
    size      BIGINT NOT NULL, -- size of content in bytes
    content   BYTEA  NOT NULL  -- JSON of the page's units, compressed by gzip
);
CREATE INDEX web_copy_of ON web_copy (owner_id, cid, url);
CREATE INDEX web_copy_age ON web_copy (owner_id, kept_at);

-- The icons of sites. Browsers load them from this server and never from the site.
CREATE TABLE web_icon (
    id         TEXT   NOT NULL PRIMARY KEY, -- a MAC of the host, so that a request for an icon does not reveal which sites were read
    host       TEXT   NOT NULL,
    data       BYTEA  NOT NULL, -- PNG; empty: the site has no usable icon
    fetched_at BIGINT NOT NULL
);
CREATE INDEX web_icon_age ON web_icon (fetched_at);
