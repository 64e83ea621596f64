# 问渠 Wenqu. The main commands for people are: run test dev lint gen fmt e2e bench build
# licenses sbom. What they need besides Go, Node and make is installed into this folder where
# possible. System packages are installed only for root, by apt-get.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DELETE_ON_ERROR:

export CGO_ENABLED := 0
# Every step compiles with the same flags, so that each package is compiled once for all of them.
export GOFLAGS := $(filter-out -trimpath,$(shell go env GOFLAGS 2>/dev/null)) -trimpath
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)

GOLANGCI := .cache/bin/golangci-lint-v2.15.0
SQLC     := .cache/bin/sqlc-v1.31.1

.PHONY: run test dev lint gen fmt e2e bench eval build clean licenses sbom \
        lint-go lint-web test-go test-web test-race test-unraced test-stress gen-check check-binary \
        need-node need-go need-test need-gcc

run: build
	exec bin/wenqu serve --data data

# ---- build -----------------------------------------------------------------

build: bin/wenqu

# The go command knows whether the binary is out of date, so make always runs it.
.PHONY: bin/wenqu
bin/wenqu: need-go web/packed/index.html font
	go build -tags dist,font -ldflags '-s -w -X main.version=$(VERSION)' -o $@ ./cmd/wenqu

# The scripted provider, for the browser tests and make dev.
.PHONY: bin/llmtest
bin/llmtest: need-go
	go build -o $@ ./internal/llm/llmtest/serve

# wenqu with additional tools for the browser tests; they are not in the released
# program.
.PHONY: bin/wenqu-e2e
bin/wenqu-e2e: need-go web/packed/index.html font
	go build -tags dist,font,e2e -o $@ ./cmd/wenqu

# Starts a temporary PostgreSQL database, for the browser tests and make bench, and
# deletes it at the end.
.PHONY: bin/dbtest
bin/dbtest: need-go
	go build -o $@ ./internal/db/dbtest/serve

# Replacements of the external services that accounts use (text messages, WeChat, QQ,
# OpenID), for the browser tests.
.PHONY: bin/accounttest
bin/accounttest: need-go
	go build -o $@ ./internal/account/accounttest/serve

WEB_SOURCES := $(shell find web/src web/public web/index.html web/vite.config.ts web/lingui.config.ts web/tsconfig.json -type f 2>/dev/null)

web/packed/index.html: .cache/npm-web $(WEB_SOURCES) tools/compress.mjs
	npm --prefix web run build
	node tools/compress.mjs web/dist web/packed

# Runs when web/package-lock.json or web/package.json has changed. After npm install, run
# node tools/lock.mjs web/package-lock.json: it adds the packages of other platforms that
# the configured registry may lack.
.cache/npm-web: web/package-lock.json web/package.json | need-node
	npm --prefix web ci --no-audit --no-fund --loglevel=error
	@mkdir -p .cache && touch $@

.cache/npm-openapi: tools/openapi/package-lock.json | need-node
	npm --prefix tools/openapi ci --no-audit --no-fund --loglevel=error
	@mkdir -p .cache && touch $@

# The font of PDF files (license OFL): one of the nine weights in the npm package,
# packed into a file that Go embeds.
.PHONY: font
font: internal/export/pdf/font.ttf.br

internal/export/pdf/font.ttf.br: tools/font/package-lock.json tools/font/pack.mjs | need-node
	npm --prefix tools/font ci --no-audit --no-fund --loglevel=error
	node tools/font/pack.mjs $@
	rm -rf tools/font/node_modules

# ---- development -----------------------------------------------------------

# Starts the scripted provider, the server that uses it, and Vite as a proxy to the
# server, on http://localhost:5173. Changes to the page and the server are applied
# automatically.
dev: .cache/npm-web need-go
	@go build -o bin/dev ./tools/dev
	@exec bin/dev

fmt: .cache/npm-web
	gofmt -w $$(git ls-files -co --exclude-standard '*.go')
	npm --prefix web run format

# ---- generated files -------------------------------------------------------

GENERATED := api/openapi.yaml api/stream/schema.json docs/configuration.md docs/permissions.md internal/*/*db internal/*/*/*db \
             web/src/api/schema.gen.ts web/src/features/chat/stream/events.gen.ts web/src/features/chat/state/source-kinds.gen.ts web/src/i18n/locales web/src/i18n/catalogues.gen.ts web/src/app/modules.gen.json internal/httpapi/addresses.txt internal/db/schema.sql

gen: $(SQLC) .cache/npm-web .cache/npm-openapi
	tools/sqlc.sh >.cache/sqlc.yaml
	$(SQLC) generate -f .cache/sqlc.yaml
	go run ./internal/db/gen
	go run ./internal/stream/gen
	go run ./internal/source/gen
	go run ./cmd/wenqu openapi api/openapi.yaml
	go run ./cmd/wenqu settings docs/configuration.md
	go run ./cmd/wenqu permissions docs/permissions.md
	npm --prefix tools/openapi run gen
	npm --prefix web run i18n

# Fails if a committed generated file differs from the output of make gen.
gen-check: gen
	@if [ -n "$$(git status --porcelain -- $(GENERATED))" ]; then \
		git --no-pager diff --stat -- $(GENERATED); git status --short -- $(GENERATED); \
		echo "generated files are stale: commit what make gen has just written"; exit 1; fi

# ---- checks ----------------------------------------------------------------

lint: lint-go lint-web

lint-go: $(GOLANGCI)
	@bad=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go')); \
		if [ -n "$$bad" ]; then echo "not formatted (make fmt): $$bad"; exit 1; fi
	$(GOLANGCI) run ./...

lint-web: .cache/npm-web
	npm --prefix web run check

# Everything that CI runs. Each Go test runs once: under the race detector, except for
# the tests that tools/race.txt lists. make test RUN=name runs only the tests whose
# names match: Go tests (without the race detector), page and browser tests.
test: need-test
ifdef RUN
	$(MAKE) test-go test-web e2e
else
	$(MAKE) -j2 --output-sync=target test-web lint-go
	$(MAKE) gen-check
	$(MAKE) check-binary
	$(MAKE) test-race
	$(MAKE) test-unraced
	$(MAKE) e2e
endif

test-go: need-go font
	go test -tags font $(if $(RUN),-run '$(RUN)') ./...

test-web: .cache/npm-web
	$(if $(RUN),,npm --prefix web run check)
	npm --prefix web test $(if $(RUN),-- -t '$(RUN)' --passWithNoTests)

# Only the race detector needs cgo and gcc. tools/race.txt lists the tests that are left
# out, with reasons. go vet is off because the linter runs it.
UNRACED = $(shell sed -n 's/^\([^#[:space:]]\+\).*/\1/p' tools/race.txt)
empty :=
UNRACED_PATTERN = ^($(subst $(empty) $(empty),|,$(UNRACED)))$$

# SQLite is C translated to Go and is not ours. Watched by the race detector, it takes most of the time of
# these tests, so it is compiled without.
UNWATCHED := -gcflags='modernc.org/sqlite/lib=-race=false'

test-race: need-go need-gcc font
	CGO_ENABLED=1 go test -race $(UNWATCHED) -vet=off -tags font -timeout 30m -skip '$(UNRACED_PATTERN)' $(if $(RUN),-run '$(RUN)') ./...

# The tests that test-race leaves out.
test-unraced: need-go font
	go test -vet=off -tags font -run '$(UNRACED_PATTERN)' \
		$$(grep -rlE '^func ($(subst $(empty) $(empty),|,$(UNRACED)))\(' --include='*_test.go' internal cmd | xargs -n1 dirname | sort -u | sed 's|^|./|')

# No test may depend on the speed of the machine: this runs all tests N times while LOAD
# processes keep the processor busy.
N    ?= 10
LOAD ?= 8
test-stress: need-test build bin/wenqu-e2e bin/llmtest bin/accounttest bin/dbtest .cache/npm-web
	@for i in $$(seq $(LOAD)); do (while :; do :; done) & busy+=($$!); done; \
	trap 'kill "$${busy[@]}"' EXIT; \
	for n in $$(seq $(N)); do \
		echo "---- round $$n of $(N), load $(LOAD)"; \
		go test -count=1 -timeout 60m -tags font $(if $(RUN),-run '$(RUN)') ./...; \
		npm --prefix web test $(if $(RUN),-- -t '$(RUN)' --passWithNoTests); \
		npm --prefix web run e2e $(if $(RUN),-- -g '$(RUN)' --pass-with-no-tests); \
	done

# Checks the binary (static, at most 75 MB including the font and the PDF viewer), the
# size of the first page, and whether NOTICE is up to date.
check-binary: build
	@go version -m bin/wenqu | grep -q 'CGO_ENABLED=0' || { echo "bin/wenqu was built with cgo"; exit 1; }
	@! ldd bin/wenqu >/dev/null 2>&1 || { echo "bin/wenqu is not static"; exit 1; }
	@size=$$(stat -c %s bin/wenqu); echo "bin/wenqu: $$((size / 1048576)) MB, static"; \
		[ $$size -le $$((75 * 1048576)) ] || { echo "that is over 75 MB"; exit 1; }
	npm --prefix web run size
	go run ./tools/sbom check NOTICE

e2e: build bin/wenqu-e2e bin/llmtest bin/accounttest bin/dbtest need-test
	npm --prefix web run e2e $(if $(RUN),-- -g '$(RUN)' --pass-with-no-tests)

# Measures, for example, how well documents are searched, how well questions about them
# are answered, and whether exactly the supported sentences keep their citations. The
# questions about documents have an open part for tuning and a held-out part.
# WENQU_EVAL=open lists the failures of the questions that may be used for tuning.
eval: need-go
	go test -count=1 -run '^TestEval$$' -v ./internal/document/retrieve
	go test -count=1 -run '^TestSupportEval$$' -v ./internal/answer/cite
	go test -count=1 -run '^TestEval$$' -v ./internal/websearch/gather
	go test -count=1 -run '^TestInventedCitations$$' -v ./internal/answer -args -inventions 10000

# The licences of the libraries in the binary: NOTICE is committed; the full texts and
# the CycloneDX list are published with a release.
licenses: build
	go run ./tools/sbom notice NOTICE

sbom: build
	go run ./tools/sbom texts bin/THIRD_PARTY_LICENSES
	go run ./tools/sbom cyclonedx bin/wenqu.cdx.json

# The last lines of the output list each figure of the folder bench with its goal and
# whether the goal is reached.
bench: build bin/dbtest .cache/npm-web
	go test -run '^$$' -bench '^BenchmarkPDF$$' ./internal/document/parse/formats
	go test -run '^$$' -bench '^BenchmarkSearch$$' -benchtime 300x ./internal/document/retrieve
	go test -run '^$$' -bench '^BenchmarkGather$$' -benchtime 60x ./internal/websearch/gather
	go test -run '^$$' -bench '^BenchmarkRanker$$' -benchtime 5x ./internal/document/retrieve
	go test -run '^$$' -bench '^Benchmark(Everything|Storing)$$' -benchtime 1000x -timeout 60m ./internal/search
	go test -run '^$$' -bench '^BenchmarkStart$$' -benchtime 20x ./internal/tool/sandbox
	go test -run '^$$' -bench '^BenchmarkStore$$' -benchtime 100x ./internal/agent/store
	npm --prefix web run bench
	go run ./bench

# ---- tools -----------------------------------------------------------------

$(GOLANGCI): | need-go
	GOBIN=$(CURDIR)/.cache/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
	mv .cache/bin/golangci-lint $@

$(SQLC): | need-go
	GOBIN=$(CURDIR)/.cache/bin go install github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1
	mv .cache/bin/sqlc $@

need-go:
	@command -v go >/dev/null || { echo "Go 1.26 is needed: https://go.dev/dl"; exit 1; }

need-node:
	@command -v npm >/dev/null || { echo "Node 20.19 or newer is needed: https://nodejs.org"; exit 1; }

need-gcc:
	@command -v gcc >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends gcc libc6-dev; \
		else \
			echo "the race detector needs gcc (Debian: sudo apt-get install gcc libc6-dev)"; exit 1; \
		fi; }

# Besides Go and Node, tests need PostgreSQL, Chromium, and a font with Chinese
# characters, because tests read text from printed pages.
need-test: need-go need-node
	@missing=(); \
	compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null || missing+=(postgresql); \
	command -v "$${CHROMIUM:-chromium}" >/dev/null || missing+=(chromium); \
	fc-list :lang=zh 2>/dev/null | grep -q . || missing+=(fontconfig fonts-noto-cjk); \
	if [ $${#missing[@]} -gt 0 ]; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends "$${missing[@]}"; \
		else \
			echo "the tests need: $${missing[*]} (Debian: sudo apt-get install $${missing[*]})"; exit 1; \
		fi; \
	fi

clean:
	rm -rf bin web/dist web/packed .cache internal/export/pdf/font.ttf.br
