-- name: LastDay :one
SELECT * FROM clock_in WHERE owner_id = $1 AND agent_id = $2 ORDER BY day DESC LIMIT 1;

-- name: AddDay :execrows
INSERT INTO clock_in (owner_id, agent_id, day, at, zone, streak) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (owner_id, agent_id, day) DO NOTHING;

-- name: Days :many
SELECT day FROM clock_in WHERE owner_id = $1 AND agent_id = $2 AND day >= sqlc.arg(first) AND day <= sqlc.arg(last) ORDER BY day;

-- name: Totals :one
SELECT COUNT(*) AS days, CAST(COALESCE(MAX(streak), 0) AS BIGINT) AS longest FROM clock_in WHERE owner_id = $1 AND agent_id = $2;

-- name: AllDays :many
SELECT * FROM clock_in WHERE owner_id = $1 ORDER BY agent_id, day;

-- name: AgentDays :many
SELECT * FROM clock_in WHERE owner_id = $1 AND agent_id = $2 ORDER BY day;

-- name: SetStreak :exec
UPDATE clock_in SET streak = $1 WHERE owner_id = $2 AND agent_id = $3 AND day = $4;

-- name: MoveDays :exec
INSERT INTO clock_in (owner_id, agent_id, day, at, zone, streak)
SELECT sqlc.arg(receiver), c.agent_id, c.day, c.at, c.zone, c.streak FROM clock_in c WHERE c.owner_id = sqlc.arg(giver)
ON CONFLICT (owner_id, agent_id, day) DO NOTHING;

-- name: ForgetDays :exec
DELETE FROM clock_in WHERE owner_id = $1;

-- name: DropDays :exec
DELETE FROM clock_in WHERE agent_id = $1;
