-- +goose Up

-- People who log in. Times are milliseconds; 0 means "never".
CREATE TABLE account (
    id           TEXT   NOT NULL PRIMARY KEY,
    name         TEXT   NOT NULL,
    avatar_id    TEXT   NOT NULL, -- id in account_avatar; empty: none
    role         BIGINT NOT NULL, -- 0 normal, 1 administrator
    state        TEXT   NOT NULL, -- active, leaving, disabled
    leaves_at    BIGINT NOT NULL, -- deletion time of a leaving account
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL
);

CREATE INDEX account_by_time ON account (created_at, id);
CREATE INDEX account_leaving ON account (leaves_at) WHERE state = 'leaving';
CREATE INDEX account_admin ON account (role) WHERE role <> 0;

-- Login identities of accounts: a phone number, or a subject of an external login provider. One
-- phone number may belong to several accounts; any other identity belongs to one.
CREATE TABLE account_identity (
    type         TEXT   NOT NULL, -- phone, wx, qq, oneid
    subject      TEXT   NOT NULL, -- phone number in E.164, or the person's id at the provider
    account_id   TEXT   NOT NULL,
    label        TEXT   NOT NULL, -- name of the person at the provider
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (type, subject, account_id)
);

CREATE UNIQUE INDEX account_identity_one ON account_identity (type, subject) WHERE type <> 'phone';
CREATE INDEX account_identity_of ON account_identity (account_id);

-- Sessions of accounts. The row is deleted when the session ends, or some time after it expires.
CREATE TABLE account_session (
    id           TEXT   NOT NULL PRIMARY KEY,
    account_id   TEXT   NOT NULL,
    token_hash   TEXT   NOT NULL, -- SHA-256 in base64url
    method       TEXT   NOT NULL, -- the login type
    device       TEXT   NOT NULL, -- display name of the browser, such as Chrome · Windows
    place        TEXT   NOT NULL, -- where the session was last used: the class of the address, and its network if that is stored
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    verified_at  BIGINT NOT NULL  -- when the person last proved their identity in this session
);

CREATE UNIQUE INDEX account_session_token ON account_session (token_hash);
CREATE INDEX account_session_of ON account_session (account_id);
CREATE INDEX account_session_seen ON account_session (last_seen_at);

CREATE TABLE account_avatar (
    id         TEXT  NOT NULL PRIMARY KEY,
    account_id TEXT  NOT NULL,
    data       BYTEA NOT NULL -- JPEG, 128 by 128
);

CREATE INDEX account_avatar_of ON account_avatar (account_id);

-- The newest code that was sent to a phone number for a purpose.
CREATE TABLE account_code (
    phone      TEXT   NOT NULL,
    purpose    TEXT   NOT NULL,
    mac        TEXT   NOT NULL, -- HMAC-SHA-256 under the server's secret
    tries      BIGINT NOT NULL, -- counted before the code is compared
    sent_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL, -- 0: the code was used
    PRIMARY KEY (phone, purpose)
);

-- Secrets that can be used once and for a short time: captchas, states of a provider's
-- login, QR codes, hand-overs between hosts, the administrator's link.
CREATE TABLE account_ticket (
    id         TEXT   NOT NULL PRIMARY KEY, -- SHA-256 of the secret
    kind       TEXT   NOT NULL,
    state      TEXT   NOT NULL,
    holder     TEXT   NOT NULL, -- SHA-256 of a secret in the browser that created the ticket; empty: any browser may use it
    account_id TEXT   NOT NULL, -- account of the ticket; empty: not known yet
    data       TEXT   NOT NULL, -- JSON whose fields depend on kind
    expires_at BIGINT NOT NULL
);

CREATE INDEX account_ticket_expires ON account_ticket (expires_at);

-- How often something was done within a window of time.
CREATE TABLE account_counter (
    name    TEXT   NOT NULL PRIMARY KEY, -- a MAC of the rule and the key, so that no phone number and no address is stored
    count   BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
);

CREATE INDEX account_counter_ends ON account_counter (ends_at);

-- Owners who may not ask questions until a given time.
CREATE TABLE account_ban (
    owner_id   TEXT   NOT NULL PRIMARY KEY,
    until      BIGINT NOT NULL,
    reason     TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);

-- A person's account at an online documents service, bound to their account here.
CREATE TABLE account_docs (
    account_id TEXT   NOT NULL PRIMARY KEY,
    subject    TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    token      TEXT   NOT NULL, -- encrypted
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

-- The visitor's account since the login; the visitor's own token is no longer valid.
ALTER TABLE visitor ADD COLUMN moved_to TEXT NOT NULL DEFAULT '';
ALTER TABLE visitor ADD COLUMN follow_at BIGINT NOT NULL DEFAULT 0; -- when data stored by the visitor's last requests is moved to the account; 0: never
ALTER TABLE visitor ADD COLUMN follows BIGINT NOT NULL DEFAULT 0; -- how many times data was moved in this way
CREATE INDEX visitor_follow ON visitor (follow_at) WHERE follow_at > 0;

-- A conversation that got a new cid at a move, because the new owner already had a conversation
-- with the old cid.
CREATE TABLE conversation_redirect (
    owner_id TEXT NOT NULL,
    from_cid TEXT NOT NULL,
    to_cid   TEXT NOT NULL,
    PRIMARY KEY (owner_id, from_cid)
);
