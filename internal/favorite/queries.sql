-- name: GetFavorite :one
SELECT * FROM favorite WHERE owner_id = $1 AND id = $2;

-- name: GetThing :one
SELECT * FROM favorite WHERE owner_id = $1 AND kind = $2 AND thing = $3;

-- ListFavorites does not read the column data, which holds the copy.
-- name: ListFavorites :many
SELECT id, kind, thing, cid, agent_id, idx, repeat_idx, title, brief, note, size, created_at, updated_at, project_id FROM favorite f
WHERE f.owner_id = sqlc.arg(owner_id) AND (CAST(sqlc.arg(kind) AS TEXT) = '' OR f.kind = CAST(sqlc.arg(kind) AS TEXT))
  AND (f.created_at < sqlc.arg(before) OR f.created_at = sqlc.arg(before) AND f.id < sqlc.arg(before_id))
  AND (CAST(sqlc.arg(tag) AS TEXT) = '' OR EXISTS (SELECT 1 FROM favorite_tag t WHERE t.owner_id = f.owner_id AND t.favorite_id = f.id AND t.tag = CAST(sqlc.arg(tag) AS TEXT)))
ORDER BY f.created_at DESC, f.id DESC LIMIT sqlc.arg(many);

-- name: GetHead :one
SELECT id, kind, thing, cid, agent_id, idx, repeat_idx, title, brief, note, size, created_at, updated_at, project_id FROM favorite
WHERE owner_id = $1 AND id = $2;

-- name: ListMarks :many
SELECT id, kind, thing, idx, repeat_idx FROM favorite WHERE owner_id = $1 AND cid = $2 AND project_id = $3 ORDER BY idx, repeat_idx, id LIMIT 2000;

-- name: CountFavorites :one
SELECT count(*) AS many, CAST(coalesce(sum(size), 0) AS BIGINT) AS bytes FROM favorite WHERE owner_id = $1;

-- name: CountKinds :many
SELECT kind, count(*) AS many FROM favorite WHERE owner_id = $1 GROUP BY kind ORDER BY kind;

-- name: AddFavorite :execrows
INSERT INTO favorite (id, owner_id, kind, thing, cid, agent_id, idx, repeat_idx, title, brief, note, data, size, created_at, updated_at, project_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15)
ON CONFLICT (owner_id, kind, thing) DO NOTHING;

-- name: SetNote :execrows
UPDATE favorite SET note = $1, updated_at = $2 WHERE owner_id = $3 AND id = $4;

-- name: DeleteFavorite :execrows
DELETE FROM favorite WHERE owner_id = $1 AND id = $2;

-- name: ListTags :many
SELECT tag FROM favorite_tag WHERE owner_id = $1 AND favorite_id = $2 ORDER BY tag;

-- name: CountTags :many
SELECT tag, count(*) AS many FROM favorite_tag WHERE owner_id = $1 GROUP BY tag ORDER BY count(*) DESC, tag LIMIT 200;

-- name: AddTag :exec
INSERT INTO favorite_tag (owner_id, favorite_id, tag) VALUES ($1, $2, $3) ON CONFLICT (owner_id, favorite_id, tag) DO NOTHING;

-- name: DropTag :exec
DELETE FROM favorite_tag WHERE owner_id = $1 AND favorite_id = $2 AND tag = $3;

-- name: DropTags :exec
DELETE FROM favorite_tag WHERE owner_id = $1 AND favorite_id = $2;

-- name: RekeyFavorites :exec
UPDATE favorite SET cid = CAST(sqlc.arg(new_cid) AS TEXT),
    thing = CASE WHEN kind = 'answer' THEN CAST(sqlc.arg(new_cid) AS TEXT) || '/' || CAST(idx AS TEXT) || '/' || CAST(repeat_idx AS TEXT) ELSE thing END
WHERE owner_id = sqlc.arg(owner_id) AND cid = sqlc.arg(cid) AND project_id = '';

-- TwiceFavorites lists the giver's favourites of things that the receiver has saved as well. They are
-- deleted, and the receiver's favourites are kept.
-- name: TwiceFavorites :many
SELECT f.id FROM favorite f WHERE f.owner_id = sqlc.arg(giver)
  AND EXISTS (SELECT 1 FROM favorite g WHERE g.owner_id = sqlc.arg(receiver) AND g.kind = f.kind AND g.thing = f.thing);

-- name: MoveFavorites :exec
UPDATE favorite SET owner_id = sqlc.arg(receiver) WHERE owner_id = sqlc.arg(giver);

-- name: MoveTags :exec
UPDATE favorite_tag SET owner_id = sqlc.arg(receiver) WHERE owner_id = sqlc.arg(giver);

-- name: ForgetFavorites :exec
DELETE FROM favorite WHERE owner_id = $1;

-- name: ForgetTags :exec
DELETE FROM favorite_tag WHERE owner_id = $1;
