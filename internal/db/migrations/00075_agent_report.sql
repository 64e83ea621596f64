-- +goose Up

-- Reports to the administrator about an agent; one for each person.
CREATE TABLE agent_report (
    agent_id   TEXT   NOT NULL,
    owner_id   TEXT   NOT NULL, -- person who reports the agent
    reason     TEXT   NOT NULL, -- illegal, private, harmful, rights, other
    text       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    handled_at BIGINT NOT NULL, -- 0: not handled
    PRIMARY KEY (agent_id, owner_id)
);
CREATE INDEX agent_report_by_time ON agent_report (handled_at, created_at);
CREATE INDEX agent_report_by_owner ON agent_report (owner_id, created_at);
