-- +goose Up

-- The entries of the agent store, with the data for finding and ranking agents. When an agent is no
-- longer public, its row stays with its counts and is not listed.
CREATE TABLE agent_listing (
    agent_id  TEXT             NOT NULL PRIMARY KEY,
    builtin   BOOLEAN          NOT NULL, -- true: the agent comes with the program
    category  TEXT             NOT NULL,
    names     TEXT             NOT NULL, -- names in all languages, normalised, and their pronunciation
    words     TEXT             NOT NULL, -- the descriptions, normalised
    listed    BOOLEAN          NOT NULL,
    listed_at BIGINT           NOT NULL,
    featured  BIGINT           NOT NULL, -- position among the featured agents, from 1; 0: not featured
    people    BIGINT           NOT NULL, -- number of people who have asked it, without the author
    likes     BIGINT           NOT NULL,
    heat      DOUBLE PRECISION NOT NULL  -- rank by uses and likes; older ones count less; see store.heat
);
CREATE INDEX agent_listing_hot ON agent_listing (listed, heat DESC, agent_id);
CREATE INDEX agent_listing_category ON agent_listing (listed, category, heat DESC, agent_id);
CREATE INDEX agent_listing_new ON agent_listing (listed, listed_at DESC, agent_id);

CREATE TABLE agent_like (
    owner_id TEXT   NOT NULL,
    agent_id TEXT   NOT NULL,
    liked_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, agent_id)
);
CREATE INDEX agent_like_agent ON agent_like (agent_id);

-- The people who have used an agent of the store; the table is used to count people instead of
-- questions.
CREATE TABLE agent_asker (
    owner_id TEXT   NOT NULL,
    agent_id TEXT   NOT NULL,
    PRIMARY KEY (owner_id, agent_id)
);
CREATE INDEX agent_asker_agent ON agent_asker (agent_id);
