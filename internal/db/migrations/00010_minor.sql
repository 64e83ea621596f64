-- +goose Up

-- The minor mode of a visitor or account. A row exists only while the mode is on.
CREATE TABLE account_minor (
    owner_id     TEXT   NOT NULL PRIMARY KEY,
    pin_hash     TEXT   NOT NULL, -- argon2id with its parameters and salt
    minutes      BIGINT NOT NULL, -- a day; 0: no limit
    quiet_from   BIGINT NOT NULL, -- minute of the day; equal to quiet_to: no quiet hours
    quiet_to     BIGINT NOT NULL,
    tries        BIGINT NOT NULL, -- of the PIN, since it was last right
    locked_until BIGINT NOT NULL, -- Unix milliseconds; 0: not locked
    day          TEXT   NOT NULL, -- the server's, which used is of
    used         BIGINT NOT NULL, -- minutes of that day
    last_minute  BIGINT NOT NULL, -- Unix minutes of the last question
    created_at   BIGINT NOT NULL
);
