-- name: InsertResearch :exec
INSERT INTO research (id, owner_id, cid, idx, repeat_idx, state, body, created_at, updated_at, checked_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8);

-- name: GetResearch :one
SELECT * FROM research WHERE owner_id = $1 AND id = $2;

-- name: ResearchOfAnswer :one
SELECT * FROM research WHERE owner_id = $1 AND cid = $2 AND idx = $3 AND repeat_idx = $4
ORDER BY created_at DESC LIMIT 1;

-- SetResearch updates a study only if its state is still `was`.
-- name: SetResearch :execrows
UPDATE research SET state = $1, body = $2, updated_at = $3
WHERE owner_id = $4 AND id = $5 AND state = sqlc.arg(was);

-- name: SetState :execrows
UPDATE research SET state = $1, updated_at = $2
WHERE owner_id = $3 AND id = $4 AND state = sqlc.arg(was);

-- name: CountOpen :one
SELECT count(*) FROM research WHERE owner_id = $1 AND state IN ('queued', 'running') AND id <> $2;

-- CountBefore counts the owner's studies that come before a queued study: all running studies, and the
-- other studies queued no later than the given time.
-- name: CountBefore :one
SELECT count(*) FROM research
WHERE owner_id = $1 AND id <> $2 AND (state = 'running' OR state = 'queued' AND updated_at <= $3);

-- name: PutStep :exec
INSERT INTO research_step (research_id, owner_id, kind, step_key, n, body)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (research_id, kind, step_key) DO UPDATE SET body = excluded.body;

-- name: Steps :many
SELECT kind, step_key, n, body FROM research_step WHERE owner_id = $1 AND research_id = $2 ORDER BY n;

-- name: DropSteps :exec
DELETE FROM research_step WHERE owner_id = $1 AND research_id = $2;

-- name: DropResearch :exec
DELETE FROM research WHERE owner_id = $1 AND id = $2;

-- name: Unchecked :many
SELECT id, owner_id, cid FROM research WHERE checked_at < $1 ORDER BY checked_at LIMIT $2;

-- name: Checked :exec
UPDATE research SET checked_at = $1 WHERE owner_id = $2 AND id = $3;

-- name: ForgetSteps :exec
DELETE FROM research_step WHERE owner_id = $1;

-- name: ForgetResearch :exec
DELETE FROM research WHERE owner_id = $1;

-- name: RekeyResearch :exec
UPDATE research SET cid = sqlc.arg(new_cid) WHERE owner_id = sqlc.arg(owner_id) AND cid = sqlc.arg(cid);

-- name: MoveResearch :exec
UPDATE research SET owner_id = sqlc.arg(receiver) WHERE owner_id = sqlc.arg(giver);

-- name: MoveSteps :exec
UPDATE research_step SET owner_id = sqlc.arg(receiver) WHERE owner_id = sqlc.arg(giver);
