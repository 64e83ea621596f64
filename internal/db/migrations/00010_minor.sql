-- +goose Up

-- The minor mode of a visitor or account. A row exists only while the mode is on.
CREATE TABLE account_minor (
    owner_id     TEXT   NOT NULL PRIMARY KEY,
    pin_hash     TEXT   NOT NULL, -- argon2id with its parameters and salt
    minutes      BIGINT NOT NULL, -- allowed minutes per day; 0: no limit
    quiet_from   BIGINT NOT NULL, -- minute of the day; equal to quiet_to: no quiet hours
    quiet_to     BIGINT NOT NULL,
    tries        BIGINT NOT NULL, -- wrong PINs since the last right one
    locked_until BIGINT NOT NULL, -- Unix milliseconds; 0: not locked
    day          TEXT   NOT NULL, -- date in the server's time zone to which used refers
    used         BIGINT NOT NULL, -- minutes used on that day
    last_minute  BIGINT NOT NULL, -- time of the last question in Unix minutes
    created_at   BIGINT NOT NULL
);
