-- InsertChunk does not return the id: on SQLite, RETURNING opens a savepoint, and the full-text
-- index writes all its buffered terms at each savepoint.
-- name: InsertChunk :exec
INSERT INTO chunk (owner_id, document_id, unit, idx, start, heading, header, text)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: HasUnit :one
SELECT count(*) FROM chunk WHERE owner_id = $1 AND document_id = $2 AND unit = $3;

-- LastHeading returns the headings that apply at the end of the preceding units.
-- name: LastHeading :one
SELECT heading FROM chunk
WHERE owner_id = $1 AND document_id = $2 AND unit < $3
ORDER BY unit DESC, idx DESC LIMIT 1;

-- name: DeleteUnit :exec
DELETE FROM chunk WHERE owner_id = $1 AND document_id = $2 AND unit = $3;

-- name: DeleteUnitVectors :exec
DELETE FROM chunk_vector WHERE chunk_id IN (
    SELECT id FROM chunk WHERE chunk.owner_id = $1 AND chunk.document_id = $2 AND chunk.unit = $3);

-- name: DeleteDocument :exec
DELETE FROM chunk WHERE owner_id = $1 AND document_id = $2;

-- name: DeleteDocumentVectors :exec
DELETE FROM chunk_vector WHERE owner_id = $1 AND document_id = $2;

-- name: DeleteOwner :exec
DELETE FROM chunk WHERE owner_id = $1;

-- name: DeleteOwnerVectors :exec
DELETE FROM chunk_vector WHERE owner_id = $1;

-- name: DeleteShelves :exec
DELETE FROM chunk_shelf WHERE owner_id = $1;

-- name: Shelves :many
SELECT id FROM chunk_shelf WHERE owner_id = $1 ORDER BY id;

-- name: AddShelf :one
INSERT INTO chunk_shelf (owner_id) VALUES ($1) RETURNING id;

-- name: MoveChunks :exec
UPDATE chunk SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: MoveVectors :exec
UPDATE chunk_vector SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: MoveShelves :exec
UPDATE chunk_shelf SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: DocumentChunks :many
SELECT * FROM chunk WHERE owner_id = $1 AND document_id = $2 ORDER BY unit, idx;

-- name: CountRunes :one
SELECT CAST(COALESCE(SUM(length(text)), 0) AS BIGINT) FROM chunk WHERE owner_id = $1 AND document_id = $2;

-- name: ChunksWithoutVector :many
SELECT c.* FROM chunk c
LEFT JOIN chunk_vector v ON v.chunk_id = c.id
WHERE c.owner_id = $1 AND c.document_id = $2 AND v.chunk_id IS NULL
ORDER BY c.unit, c.idx LIMIT $3;

-- InsertVector stores nothing if the chunk was deleted or moved to another owner.
-- name: InsertVector :exec
INSERT INTO chunk_vector (chunk_id, owner_id, document_id, model, dimension, vector)
SELECT c.id, c.owner_id, c.document_id, sqlc.arg(model), sqlc.arg(dimension), sqlc.arg(vector)
FROM chunk c WHERE c.id = sqlc.arg(chunk_id) AND c.owner_id = sqlc.arg(owner_id)
ON CONFLICT (chunk_id) DO UPDATE SET model = excluded.model, dimension = excluded.dimension, vector = excluded.vector;

-- DeleteOtherVectors deletes all vectors of a document except those with the given model and dimension.
-- name: DeleteOtherVectors :exec
DELETE FROM chunk_vector WHERE owner_id = $1 AND document_id = $2 AND (model <> $3 OR dimension <> $4);

-- name: Documents :many
SELECT DISTINCT document_id FROM chunk WHERE owner_id = $1 ORDER BY document_id;

-- name: CountChunks :one
SELECT count(*) FROM chunk WHERE owner_id = $1;
