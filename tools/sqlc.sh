#!/usr/bin/env bash
# Prints the configuration of sqlc: from each queries.sql below internal, sqlc generates
# the package with the suffix db in the same folder. Paths are relative to
# .cache/sqlc.yaml, where the output is stored. The queries use only SQL that both
# SQLite and PostgreSQL support.
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
