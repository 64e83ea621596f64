-- +goose Up

-- Sites and feeds that the operator has entered. Their pages are crawled and found by
-- search.
CREATE TABLE site (
    id         TEXT    NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    kind       TEXT    NOT NULL, -- site or feed
    url        TEXT    NOT NULL, -- a start page, a sitemap or a feed
    local      BOOLEAN NOT NULL, -- its host and port may be private
    active     BOOLEAN NOT NULL, -- off: it is neither crawled nor found
    max_pages  BIGINT  NOT NULL,
    max_depth  BIGINT  NOT NULL, -- links from the start page
    pause_ms   BIGINT  NOT NULL, -- between two requests
    every_hours BIGINT NOT NULL, -- between two crawls
    created_at BIGINT  NOT NULL,
    state      TEXT    NOT NULL, -- new, queued, running, done or failed
    reason     TEXT    NOT NULL, -- of webpage, when failed; or what was left out
    started_at BIGINT  NOT NULL, -- of the crawl that runs or was the last
    ended_at   BIGINT  NOT NULL,
    next_at    BIGINT  NOT NULL
);

-- The pages of a site. Their text is in the same index as that of files.
CREATE TABLE site_page (
    id         TEXT   NOT NULL PRIMARY KEY,
    site_id    TEXT   NOT NULL,
    url        TEXT   NOT NULL,
    title      TEXT   NOT NULL,
    icon       TEXT   NOT NULL,
    published  BIGINT NOT NULL,
    digest     TEXT   NOT NULL, -- of the text; empty: it could not be read
    reason     TEXT   NOT NULL, -- why not
    etag       TEXT   NOT NULL,
    modified   TEXT   NOT NULL, -- the header Last-Modified
    depth      BIGINT NOT NULL,
    links      TEXT   NOT NULL, -- those that are followed, one a line, for when it is unchanged
    fetched_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    content    BYTEA  NOT NULL  -- its text, compressed by gzip
);
CREATE UNIQUE INDEX site_page_url ON site_page (site_id, url);
