-- +goose Up

-- The days on which people clocked in with an agent.
CREATE TABLE clock_in (
    owner_id TEXT   NOT NULL,
    agent_id TEXT   NOT NULL,
    day      BIGINT NOT NULL, -- of the person's own calendar, counted from 1970-01-01
    at       BIGINT NOT NULL,
    zone     TEXT   NOT NULL, -- where the person was
    streak   BIGINT NOT NULL, -- days in a row, this one included
    PRIMARY KEY (owner_id, agent_id, day)
);
