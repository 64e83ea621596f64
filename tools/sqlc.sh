#!/usr/bin/env bash
# Prints sqlc's configuration: each queries.sql below internal becomes the
# package …db beside it. Paths are relative to the file that it is written to,
# .cache/sqlc.yaml. The SQL is the portable subset that SQLite and PostgreSQL
# both run.
set -euo pipefail
cd "$(dirname "$0")/.."
echo 'version: "2"'
echo 'sql:'
find internal -name queries.sql | sort | while IFS= read -r queries; do
  folder=$(dirname "$queries")
  package=$(basename "$folder")db
  cat <<BLOCK
  - schema: [../internal/db/migrations, ../internal/db/migrations/postgres]
    queries: ../$queries
    engine: postgresql
    gen:
      go:
        package: $package
        out: ../$folder/$package
        sql_package: database/sql
        omit_unused_structs: true
BLOCK
done
