-- +goose Up

-- The second factor of an account: a time-based code of an authenticator app.
CREATE TABLE account_factor (
    account_id   TEXT   NOT NULL PRIMARY KEY,
    secret       TEXT   NOT NULL, -- encrypted
    confirmed_at BIGINT NOT NULL, -- Unix milliseconds; 0: not confirmed yet, so no login asks for a code
    last_step    BIGINT NOT NULL, -- the newest 30-second period whose code was used
    created_at   BIGINT NOT NULL
);

-- Recovery codes; each can be used once instead of a code of the app. The row of a code is deleted when the
-- code is used.
CREATE TABLE account_recovery (
    account_id TEXT NOT NULL,
    mac        TEXT NOT NULL, -- HMAC-SHA-256 under the server's secret
    PRIMARY KEY (account_id, mac)
);
