-- name: GetInstruction :one
SELECT text, active, updated_at FROM instruction WHERE owner_id = $1;

-- name: PutInstruction :exec
INSERT INTO instruction (owner_id, text, active, updated_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (owner_id) DO UPDATE SET text = excluded.text, active = excluded.active, updated_at = excluded.updated_at;

-- name: AddInstruction :exec
INSERT INTO instruction (owner_id, text, active, updated_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (owner_id) DO NOTHING;

-- name: MoveInstruction :exec
INSERT INTO instruction (owner_id, text, active, updated_at)
SELECT sqlc.arg(receiver), text, active, updated_at FROM instruction i WHERE i.owner_id = sqlc.arg(giver)
ON CONFLICT (owner_id) DO NOTHING;

-- name: ForgetInstruction :exec
DELETE FROM instruction WHERE owner_id = $1;
