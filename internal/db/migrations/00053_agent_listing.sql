-- +goose Up

-- The listings of agents in the store, and the data by which they are found and ranked.
-- When an agent is no longer public, its row is kept, unlisted, with its counts.
CREATE TABLE agent_listing (
    agent_id  TEXT             NOT NULL PRIMARY KEY,
    builtin   BOOLEAN          NOT NULL, -- it comes with the program
    category  TEXT             NOT NULL,
    names     TEXT             NOT NULL, -- folded, in all languages, and how they sound
    words     TEXT             NOT NULL, -- the descriptions, folded
    listed    BOOLEAN          NOT NULL,
    listed_at BIGINT           NOT NULL,
    featured  BIGINT           NOT NULL, -- place among the featured, from 1; 0: not featured
    people    BIGINT           NOT NULL, -- who have asked it, the author aside
    likes     BIGINT           NOT NULL,
    heat      DOUBLE PRECISION NOT NULL  -- uses and likes with decay, see store.heat
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

-- The people who have used an agent of the store, so that people are counted instead of
-- questions.
CREATE TABLE agent_asker (
    owner_id TEXT   NOT NULL,
    agent_id TEXT   NOT NULL,
    PRIMARY KEY (owner_id, agent_id)
);
CREATE INDEX agent_asker_agent ON agent_asker (agent_id);
