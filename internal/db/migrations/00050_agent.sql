-- +goose Up

-- Agents: assistants with their own instructions, tools and knowledge. The author edits the draft;
-- other people use the live version.
CREATE TABLE agent (
    id               TEXT   NOT NULL PRIMARY KEY,
    owner_id         TEXT   NOT NULL, -- the author
    draft            TEXT   NOT NULL, -- agent.Spec as JSON
    revision         BIGINT NOT NULL, -- increases with each change of the draft
    version          BIGINT NOT NULL, -- number of the live version; 0: none
    live             TEXT   NOT NULL, -- agent.Spec of the live version as JSON; empty: none
    live_name        TEXT   NOT NULL, -- live_name and the columns after it: what lists of agents display, sort and search
    live_description TEXT   NOT NULL,
    live_category    TEXT   NOT NULL,
    visibility       TEXT   NOT NULL, -- private, link or public
    asked_version    BIGINT NOT NULL, -- version that waits for a review; 0: none
    asked_at         BIGINT NOT NULL,
    review           TEXT   NOT NULL, -- empty, waiting, refused or down (unpublished by an administrator)
    reason           TEXT   NOT NULL, -- why an administrator refused or unpublished it
    uses             BIGINT NOT NULL, -- conversations that other people began with the agent
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL, -- time of the last change of the draft
    published_at     BIGINT NOT NULL  -- when the live version became live; 0: never
);
CREATE INDEX agent_owner ON agent (owner_id, updated_at DESC, id);
CREATE INDEX agent_review ON agent (review, asked_at);
CREATE INDEX agent_visible ON agent (visibility, live_category, uses DESC, id);

-- Published and saved versions of an agent.
CREATE TABLE agent_version (
    agent_id   TEXT   NOT NULL,
    number     BIGINT NOT NULL,
    owner_id   TEXT   NOT NULL,
    spec       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (agent_id, number)
);
CREATE INDEX agent_version_owner ON agent_version (owner_id);

-- The agents used by a person: the person's own agents and agents of other people.
CREATE TABLE agent_use (
    owner_id  TEXT   NOT NULL,
    agent_id  TEXT   NOT NULL,
    used_at   BIGINT NOT NULL, -- 0: the person has never asked the agent
    uses      BIGINT NOT NULL, -- number of conversations
    pinned_at BIGINT NOT NULL, -- 0: not pinned
    PRIMARY KEY (owner_id, agent_id)
);

-- Pictures of agents.
CREATE TABLE agent_avatar (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    data       BYTEA  NOT NULL, -- JPEG
    created_at BIGINT NOT NULL
);
CREATE INDEX agent_avatar_owner ON agent_avatar (owner_id);
