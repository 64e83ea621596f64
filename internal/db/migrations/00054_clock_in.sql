-- +goose Up

-- The days of people's clock-ins with an agent.
CREATE TABLE clock_in (
    owner_id TEXT   NOT NULL,
    agent_id TEXT   NOT NULL,
    day      BIGINT NOT NULL, -- days since 1970-01-01 in the person's time zone
    at       BIGINT NOT NULL,
    zone     TEXT   NOT NULL, -- the person's time zone
    streak   BIGINT NOT NULL, -- number of consecutive days up to this one
    PRIMARY KEY (owner_id, agent_id, day)
);
