-- name: Listing :one
SELECT * FROM agent_listing WHERE agent_id = $1;

-- name: Hottest :many
SELECT l.agent_id, l.category, l.people, l.likes, CAST(CASE WHEN k.owner_id IS NULL THEN FALSE ELSE TRUE END AS BOOLEAN) AS liked FROM agent_listing l
LEFT JOIN agent_like k ON k.agent_id = l.agent_id AND k.owner_id = sqlc.arg(owner_id)
WHERE l.listed = TRUE ORDER BY l.heat DESC, l.agent_id LIMIT sqlc.arg(size) OFFSET sqlc.arg(skip);

-- name: HottestOf :many
SELECT l.agent_id, l.category, l.people, l.likes, CAST(CASE WHEN k.owner_id IS NULL THEN FALSE ELSE TRUE END AS BOOLEAN) AS liked FROM agent_listing l
LEFT JOIN agent_like k ON k.agent_id = l.agent_id AND k.owner_id = sqlc.arg(owner_id)
WHERE l.listed = TRUE AND l.category = sqlc.arg(category) ORDER BY l.heat DESC, l.agent_id LIMIT sqlc.arg(size) OFFSET sqlc.arg(skip);

-- name: Newest :many
SELECT l.agent_id, l.category, l.people, l.likes, CAST(CASE WHEN k.owner_id IS NULL THEN FALSE ELSE TRUE END AS BOOLEAN) AS liked FROM agent_listing l
LEFT JOIN agent_like k ON k.agent_id = l.agent_id AND k.owner_id = sqlc.arg(owner_id)
WHERE l.listed = TRUE ORDER BY l.listed_at DESC, l.agent_id LIMIT sqlc.arg(size) OFFSET sqlc.arg(skip);

-- name: NewestOf :many
SELECT l.agent_id, l.category, l.people, l.likes, CAST(CASE WHEN k.owner_id IS NULL THEN FALSE ELSE TRUE END AS BOOLEAN) AS liked FROM agent_listing l
LEFT JOIN agent_like k ON k.agent_id = l.agent_id AND k.owner_id = sqlc.arg(owner_id)
WHERE l.listed = TRUE AND l.category = sqlc.arg(category) ORDER BY l.listed_at DESC, l.agent_id LIMIT sqlc.arg(size) OFFSET sqlc.arg(skip);

-- name: Featured :many
SELECT l.agent_id, l.category, l.people, l.likes, CAST(CASE WHEN k.owner_id IS NULL THEN FALSE ELSE TRUE END AS BOOLEAN) AS liked FROM agent_listing l
LEFT JOIN agent_like k ON k.agent_id = l.agent_id AND k.owner_id = sqlc.arg(owner_id)
WHERE l.listed = TRUE AND l.featured > 0 ORDER BY l.featured, l.agent_id LIMIT sqlc.arg(size);

-- name: Candidates :many
SELECT l.agent_id, l.category, l.names, l.words, l.people, l.likes, CAST(CASE WHEN k.owner_id IS NULL THEN FALSE ELSE TRUE END AS BOOLEAN) AS liked FROM agent_listing l
LEFT JOIN agent_like k ON k.agent_id = l.agent_id AND k.owner_id = sqlc.arg(owner_id)
WHERE l.listed = TRUE AND (l.names LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!' OR l.words LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!')
    AND CAST(sqlc.arg(category) AS TEXT) IN ('', l.category)
ORDER BY l.heat DESC, l.agent_id LIMIT sqlc.arg(size);

-- name: BuiltinListed :many
SELECT agent_id FROM agent_listing WHERE listed = TRUE AND builtin = TRUE;

-- name: PutListing :exec
INSERT INTO agent_listing (agent_id, builtin, category, names, words, listed, listed_at, featured, people, likes, heat)
VALUES ($1, $2, $3, $4, $5, TRUE, $6, $7, 0, 0, $8)
ON CONFLICT (agent_id) DO UPDATE SET category = excluded.category, names = excluded.names, words = excluded.words,
    listed_at = CASE WHEN agent_listing.listed THEN agent_listing.listed_at ELSE excluded.listed_at END, listed = TRUE;

-- name: Unlist :exec
UPDATE agent_listing SET listed = FALSE WHERE agent_id = $1;

-- name: LikedAt :one
SELECT liked_at FROM agent_like WHERE owner_id = $1 AND agent_id = $2;

-- name: Like :execrows
INSERT INTO agent_like (owner_id, agent_id, liked_at) VALUES ($1, $2, $3) ON CONFLICT (owner_id, agent_id) DO NOTHING;

-- name: Unlike :execrows
DELETE FROM agent_like WHERE owner_id = $1 AND agent_id = $2;

-- name: NoteAsker :execrows
INSERT INTO agent_asker (owner_id, agent_id, asked_at) VALUES ($1, $2, $3) ON CONFLICT (owner_id, agent_id) DO NOTHING;

-- name: Count :one
UPDATE agent_listing SET people = people + sqlc.arg(people), likes = likes + sqlc.arg(likes) WHERE agent_id = sqlc.arg(agent_id)
RETURNING heat;

-- name: SetHeat :exec
UPDATE agent_listing SET heat = $1 WHERE agent_id = $2;

-- name: LikedByBoth :many
SELECT g.agent_id, g.liked_at FROM agent_like g JOIN agent_like r ON r.agent_id = g.agent_id
WHERE g.owner_id = sqlc.arg(giver) AND r.owner_id = sqlc.arg(receiver);

-- name: AskedByBoth :many
SELECT g.agent_id, g.asked_at FROM agent_asker g JOIN agent_asker r ON r.agent_id = g.agent_id
WHERE g.owner_id = sqlc.arg(giver) AND r.owner_id = sqlc.arg(receiver);

-- name: SetFeatured :execrows
UPDATE agent_listing SET featured = $1 WHERE agent_id = $2 AND listed = TRUE;

-- name: ClearFeatured :exec
UPDATE agent_listing SET featured = 0 WHERE featured > 0;

-- name: DropListing :exec
DELETE FROM agent_listing WHERE agent_id = $1;

-- name: DropLikes :exec
DELETE FROM agent_like WHERE agent_id = $1;

-- name: DropAskers :exec
DELETE FROM agent_asker WHERE agent_id = $1;

-- name: LikesOfOwner :many
SELECT agent_id, liked_at FROM agent_like WHERE owner_id = $1;

-- name: ForgetLikes :exec
DELETE FROM agent_like WHERE owner_id = $1;

-- name: ForgetAsker :exec
DELETE FROM agent_asker WHERE owner_id = $1;

-- name: MoveLikes :exec
INSERT INTO agent_like (owner_id, agent_id, liked_at)
SELECT sqlc.arg(receiver), l.agent_id, l.liked_at FROM agent_like l WHERE l.owner_id = sqlc.arg(giver)
ON CONFLICT (owner_id, agent_id) DO NOTHING;

-- name: MoveAsker :exec
INSERT INTO agent_asker (owner_id, agent_id, asked_at)
SELECT sqlc.arg(receiver), a.agent_id, a.asked_at FROM agent_asker a WHERE a.owner_id = sqlc.arg(giver)
ON CONFLICT (owner_id, agent_id) DO NOTHING;

-- name: Live :one
SELECT live_name, live_description, live_category, visibility, version FROM agent WHERE id = $1;
