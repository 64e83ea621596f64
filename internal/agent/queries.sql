-- name: GetAgent :one
SELECT * FROM agent WHERE id = $1;

-- name: OwnAgent :one
SELECT * FROM agent WHERE id = $1 AND owner_id = $2;

-- name: CountAgents :one
SELECT COUNT(*) FROM agent WHERE owner_id = $1;

-- name: ListOwn :many
SELECT sqlc.embed(a), CAST(COALESCE(u.pinned_at, 0) AS BIGINT) AS pinned_at FROM agent a
LEFT JOIN agent_use u ON u.owner_id = a.owner_id AND u.agent_id = a.id
WHERE a.owner_id = $1
ORDER BY COALESCE(u.pinned_at, 0) DESC, a.updated_at DESC, a.id DESC
LIMIT sqlc.arg(size) OFFSET sqlc.arg(skip);

-- name: AllOwn :many
SELECT * FROM agent WHERE owner_id = $1 ORDER BY id;

-- name: InsertAgent :exec
INSERT INTO agent (id, owner_id, draft, revision, version, live, live_name, live_description, live_category, visibility,
    asked_version, asked_at, review, reason, uses, created_at, updated_at, published_at)
VALUES ($1, $2, $3, 1, 0, '', '', '', '', 'private', 0, 0, '', '', 0, $4, $4, 0);

-- name: SaveDraft :execrows
UPDATE agent SET draft = $1, revision = revision + 1, updated_at = $2 WHERE id = $3 AND owner_id = $4 AND revision = $5;

-- Hold locks an agent. Every transaction that can change other users' view of an agent begins with it,
-- so that what the transaction then reads of the agent is not changed by another one.
-- name: Hold :exec
UPDATE agent SET revision = revision WHERE id = $1;

-- name: SetLive :execrows
UPDATE agent SET version = $1, live = $2, live_name = $3, live_description = $4, live_category = $5, visibility = $6, published_at = $7,
    asked_version = 0, asked_at = 0, review = '', reason = '', down_at = 0
WHERE id = $8 AND owner_id = $9;

-- While an agent that was taken down waits for review, the reason of the takedown stays.
-- name: AskReview :execrows
UPDATE agent SET asked_version = $1, asked_at = $2, review = 'waiting',
    reason = CASE WHEN down_at > 0 AND review IN ('down', 'waiting') THEN reason ELSE '' END
WHERE id = $3 AND owner_id = $4;

-- name: Withdraw :execrows
UPDATE agent SET visibility = 'private', asked_version = 0, asked_at = 0,
    review = CASE WHEN down_at = 0 THEN '' WHEN review = 'refused' THEN review ELSE 'down' END
WHERE id = $1 AND owner_id = $2;

-- name: Refuse :execrows
UPDATE agent SET asked_version = 0, asked_at = 0, review = 'refused', reason = $1 WHERE id = $2 AND review = 'waiting' AND asked_version = $3;

-- name: TakeDown :execrows
UPDATE agent SET visibility = 'private', asked_version = 0, asked_at = 0, review = 'down', reason = $1, down_at = $2 WHERE id = $3 AND (visibility <> 'private' OR review = 'waiting');

-- name: ReviewQueue :many
SELECT * FROM agent WHERE review = 'waiting' ORDER BY asked_at, id LIMIT $1 OFFSET $2;

-- name: CountQueue :one
SELECT COUNT(*) FROM agent WHERE review = 'waiting';

-- name: ListVisible :many
SELECT * FROM agent WHERE visibility <> 'private' ORDER BY published_at DESC, id LIMIT $1 OFFSET $2;

-- name: CountVisible :one
SELECT COUNT(*) FROM agent WHERE visibility <> 'private';

-- name: DeleteAgent :execrows
DELETE FROM agent WHERE id = $1 AND owner_id = $2;

-- name: InsertVersion :exec
INSERT INTO agent_version (agent_id, number, owner_id, spec, created_at) VALUES ($1, $2, $3, $4, $5);

-- name: NewestVersion :one
SELECT CAST(COALESCE(MAX(number), 0) AS BIGINT) FROM agent_version WHERE agent_id = $1;

-- name: GetVersion :one
SELECT * FROM agent_version WHERE agent_id = $1 AND number = $2;

-- name: OwnVersion :one
SELECT * FROM agent_version WHERE agent_id = $1 AND number = $2 AND owner_id = $3;

-- name: ListVersions :many
SELECT number, created_at FROM agent_version WHERE agent_id = $1 AND owner_id = $2 ORDER BY number DESC LIMIT 100;

-- name: DropOldVersions :exec
DELETE FROM agent_version WHERE agent_id = $1 AND number <= sqlc.arg(newest) AND number NOT IN (CAST(sqlc.arg(live) AS BIGINT), CAST(sqlc.arg(asked) AS BIGINT));

-- name: DeleteVersions :exec
DELETE FROM agent_version WHERE agent_id = $1 AND owner_id = $2;

-- name: NoteUse :exec
INSERT INTO agent_use (owner_id, agent_id, used_at, uses, pinned_at) VALUES ($1, $2, $3, $4, 0)
ON CONFLICT (owner_id, agent_id) DO UPDATE SET used_at = excluded.used_at, uses = agent_use.uses + excluded.uses;

-- name: CountUse :exec
UPDATE agent SET uses = uses + 1 WHERE id = $1 AND owner_id <> $2;

-- name: SetPinned :exec
INSERT INTO agent_use (owner_id, agent_id, used_at, uses, pinned_at) VALUES ($1, $2, 0, 0, $3)
ON CONFLICT (owner_id, agent_id) DO UPDATE SET pinned_at = excluded.pinned_at;

-- name: Unpin :exec
UPDATE agent_use SET pinned_at = 0 WHERE owner_id = $1 AND agent_id = $2;

-- name: DropUnused :exec
DELETE FROM agent_use WHERE owner_id = $1 AND agent_id = $2 AND used_at = 0;

-- name: ListUsed :many
SELECT agent_id, used_at, pinned_at FROM agent_use WHERE owner_id = $1
ORDER BY pinned_at DESC, used_at DESC, agent_id LIMIT sqlc.arg(size) OFFSET sqlc.arg(skip);

-- name: UseOf :one
SELECT used_at, uses, pinned_at FROM agent_use WHERE owner_id = $1 AND agent_id = $2;

-- name: DropUse :exec
DELETE FROM agent_use WHERE owner_id = $1 AND agent_id = $2;

-- name: InsertAvatar :exec
INSERT INTO agent_avatar (id, owner_id, data, created_at) VALUES ($1, $2, $3, $4);

-- name: GetAvatar :one
SELECT data FROM agent_avatar WHERE id = $1;

-- name: OwnsAvatar :one
SELECT COUNT(*) FROM agent_avatar WHERE id = $1 AND owner_id = $2;

-- name: CountAvatars :one
SELECT COUNT(*) FROM agent_avatar WHERE owner_id = $1;

-- name: ListAvatars :many
SELECT id, created_at FROM agent_avatar WHERE owner_id = $1;

-- name: DropAvatar :exec
DELETE FROM agent_avatar WHERE id = $1 AND owner_id = $2;

-- name: MoveAgents :exec
UPDATE agent SET owner_id = sqlc.arg(receiver) WHERE owner_id = sqlc.arg(giver);

-- name: MoveVersions :exec
UPDATE agent_version SET owner_id = sqlc.arg(receiver) WHERE owner_id = sqlc.arg(giver);

-- name: MoveAvatars :exec
UPDATE agent_avatar SET owner_id = sqlc.arg(receiver) WHERE owner_id = sqlc.arg(giver);

-- name: MoveUses :exec
INSERT INTO agent_use (owner_id, agent_id, used_at, uses, pinned_at)
SELECT sqlc.arg(receiver), u.agent_id, u.used_at, u.uses, u.pinned_at FROM agent_use u WHERE u.owner_id = sqlc.arg(giver)
ON CONFLICT (owner_id, agent_id) DO UPDATE SET uses = agent_use.uses + excluded.uses;

-- name: ForgetAgents :exec
DELETE FROM agent WHERE owner_id = $1;

-- name: ForgetVersions :exec
DELETE FROM agent_version WHERE owner_id = $1;

-- name: ForgetUses :exec
DELETE FROM agent_use WHERE owner_id = $1;

-- name: ForgetAvatars :exec
DELETE FROM agent_avatar WHERE owner_id = $1;

-- A person's second report about an agent is stored only if the first one was handled.
-- name: InsertReport :exec
INSERT INTO agent_report (agent_id, owner_id, reason, text, created_at, handled_at) VALUES ($1, $2, $3, $4, $5, 0)
ON CONFLICT (agent_id, owner_id) DO UPDATE SET reason = excluded.reason, text = excluded.text, created_at = excluded.created_at, handled_at = 0
WHERE agent_report.handled_at > 0;

-- name: CountReports :one
SELECT COUNT(*) FROM agent_report WHERE owner_id = $1 AND created_at > $2;

-- Reported returns the open reports, or all reports if `everything` is set, with their agents: the newest
-- report first.
-- name: Reported :many
SELECT sqlc.embed(a), r.reason AS why, r.text, r.created_at AS reported_at, r.handled_at
FROM agent_report r JOIN agent a ON a.id = r.agent_id
WHERE (r.handled_at = 0 OR CAST(sqlc.arg(everything) AS BOOLEAN))
ORDER BY r.created_at DESC, r.agent_id, r.owner_id LIMIT sqlc.arg(size) OFFSET sqlc.arg(skip);

-- name: HandleReports :exec
UPDATE agent_report SET handled_at = $1 WHERE agent_id = $2 AND handled_at = 0;

-- name: DeleteReports :exec
DELETE FROM agent_report WHERE agent_id = $1;

-- name: MoveReports :exec
UPDATE agent_report SET owner_id = sqlc.arg(receiver)
WHERE agent_report.owner_id = sqlc.arg(giver) AND agent_report.agent_id NOT IN (SELECT r.agent_id FROM agent_report r WHERE r.owner_id = sqlc.arg(receiver));

-- name: ForgetReports :exec
DELETE FROM agent_report WHERE owner_id = $1;

-- name: ForgetReportsOfAgents :exec
DELETE FROM agent_report WHERE agent_id IN (SELECT a.id FROM agent a WHERE a.owner_id = $1);
