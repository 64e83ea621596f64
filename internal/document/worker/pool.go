// Package worker parses files in child processes of the same binary, so that a
// bad file fails alone: without network, with a clean environment, within
// limits of memory and time.
package worker

import (
	"context"
	"log/slog"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Command is the first argument of a process that is a worker.
const Command = "parse-worker"

// Options says how workers run. Every field may be zero.
type Options struct {
	Exe   string   // the binary; empty is the running one
	Args  []string // its arguments; nil is Command
	Size  int      // workers at once; 0 is 2
	Tools parse.Tools
	Log   *slog.Logger

	Memory int           // bytes a worker and its programs may have in memory; 0 is 512 MB
	Base   time.Duration // that any file gets; 0 is a minute
	Page   time.Duration // that each page adds; 0 is 200 ms
	Files  int           // after which a worker is replaced; 0 is 50
	Idle   time.Duration // after which a worker without work ends; 0 is a minute
}

// Pool runs workers. Its methods may be called at the same time.
type Pool struct{ o Options }

// New makes a pool. Workers start when there is work.
func New(o Options) *Pool { return &Pool{o: o} }

// Parse is parse.Parse of the file at path, in a worker. What a worker cannot
// survive is an *parse.Error: Broken when it crashes, TimedOut, OutOfMemory.
// o.Tools counts for nothing: the pool's do.
func (p *Pool) Parse(ctx context.Context, path string, o parse.Options, s parse.Sink) (parsed.Summary, error) {
	return parsed.Summary{}, &parse.Error{Code: parse.Unsupported}
}

// Render draws one page of a PDF (from 1) as a PNG that is widthPx wide.
func (p *Pool) Render(ctx context.Context, path string, page, widthPx int) ([]byte, error) {
	return nil, &parse.Error{Code: parse.Unsupported}
}

// Close ends all workers and waits for them.
func (p *Pool) Close() {}
