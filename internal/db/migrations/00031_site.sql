-- +goose Up

-- Sites and feeds added by the operator. Their pages are crawled and can be found by search.
CREATE TABLE site (
    id         TEXT    NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    kind       TEXT    NOT NULL, -- site or feed
    url        TEXT    NOT NULL, -- a start page, a sitemap or a feed
    local      BOOLEAN NOT NULL, -- true: the host may have a private address
    active     BOOLEAN NOT NULL, -- false: the site is neither crawled nor searched
    max_pages  BIGINT  NOT NULL,
    max_depth  BIGINT  NOT NULL, -- maximum number of links from the start page
    pause_ms   BIGINT  NOT NULL, -- pause between two requests, in milliseconds
    every_hours BIGINT NOT NULL, -- hours between two crawls
    created_at BIGINT  NOT NULL,
    state      TEXT    NOT NULL, -- new, queued, running, done or failed
    reason     TEXT    NOT NULL, -- reason code of webpage: why the crawl failed, or what it left out
    started_at BIGINT  NOT NULL, -- start of the running or the last crawl
    ended_at   BIGINT  NOT NULL,
    next_at    BIGINT  NOT NULL
);

-- The pages of a site. Their text is in the same index as the text of files.
CREATE TABLE site_page (
    id         TEXT   NOT NULL PRIMARY KEY,
    site_id    TEXT   NOT NULL,
    url        TEXT   NOT NULL,
    title      TEXT   NOT NULL,
    icon       TEXT   NOT NULL,
    published  BIGINT NOT NULL,
    digest     TEXT   NOT NULL, -- hash of the text; empty: the page could not be read
    reason     TEXT   NOT NULL, -- why the page could not be read
    etag       TEXT   NOT NULL,
    modified   TEXT   NOT NULL, -- value of the header Last-Modified
    depth      BIGINT NOT NULL,
    links      TEXT   NOT NULL, -- addresses of the links to follow, one per line, used when the page is unchanged
    fetched_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    content    BYTEA  NOT NULL  -- text of the page, compressed by gzip
);
CREATE UNIQUE INDEX site_page_url ON site_page (site_id, url);
