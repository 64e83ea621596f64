-- +goose Up

-- Number of requests to each search source per day. Neither persons nor queries are stored.
CREATE TABLE websearch_use (
    day          BIGINT NOT NULL, -- days since 1970-01-01 in the server's time zone
    source       TEXT   NOT NULL, -- id of the source
    calls        BIGINT NOT NULL,
    misses       BIGINT NOT NULL, -- calls without a result
    milliseconds BIGINT NOT NULL, -- total duration of the calls
    PRIMARY KEY (day, source)
);
