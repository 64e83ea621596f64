-- +goose Up

-- The second factor of an account: an app that shows codes by the time.
CREATE TABLE account_factor (
    account_id   TEXT   NOT NULL PRIMARY KEY,
    secret       TEXT   NOT NULL, -- sealed
    confirmed_at BIGINT NOT NULL, -- Unix milliseconds; 0: being set up, nobody is asked for it yet
    last_step    BIGINT NOT NULL, -- the newest half minute whose code was used
    created_at   BIGINT NOT NULL
);

-- Recovery codes, each of which replaces a code of the app once. A used code has no
-- row.
CREATE TABLE account_recovery (
    account_id TEXT NOT NULL,
    mac        TEXT NOT NULL, -- HMAC-SHA-256 under the server's secret
    PRIMARY KEY (account_id, mac)
);
