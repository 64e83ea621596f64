-- +goose Up

-- Number of requests to each search source on a day. It contains neither persons nor
-- what was searched for.
CREATE TABLE websearch_use (
    day          BIGINT NOT NULL, -- days since 1970-01-01 in the server's zone
    source       TEXT   NOT NULL, -- id of the source
    calls        BIGINT NOT NULL,
    misses       BIGINT NOT NULL, -- calls that brought nothing
    milliseconds BIGINT NOT NULL, -- time of all calls together
    PRIMARY KEY (day, source)
);
