package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/tool/newfile"
	"github.com/wenqu-ai/wenqu/internal/tool/sandbox"
)

// makeTask is the worker task that writes files for models. programTask is the worker task that
// runs models' programs.
const (
	makeTask    = "make-file"
	programTask = "program"
)

// Limits of a process that runs a program. They are higher than the limits of the program itself.
// If a program exceeds its own limits, it gets an error that states the limit. If a process exceeds
// these limits, it is killed.
const (
	programSlack  = 2 * time.Second
	programMemory = 420 << 20 // the interpreter's 256 MB plus the process around it
)

// paper exports Markdown as a file.
func (s *services) paper(ctx context.Context, p newfile.Paper) ([]byte, error) {
	f, err := s.exports.Paper(ctx, export.Paper{
		Title: p.Title, Markdown: p.Markdown, Format: export.Format(p.Format), Generated: true, Locale: p.Locale, Zone: p.Zone,
	})
	return f.Data, err
}

// makeFile writes a file in a worker process.
func (s *services) makeFile(ctx context.Context, body []byte) ([]byte, error) {
	data, err := s.writers.Call(ctx, makeTask, body)
	if _, ended := parse.CodeOf(err); ended {
		return nil, errs.Wrap(errs.ExportSlow, err)
	}
	return data, err
}

// keepFile stores bytes as a file of an owner's library.
func (s *services) keepFile(ctx context.Context, owner, name string, data []byte) (newfile.Kept, error) {
	d, err := s.documents.AddSized(ctx, owner, name, int64(len(data)), bytes.NewReader(data))
	return newfile.Kept{ID: d.ID, Name: d.Name, Size: d.Size, Type: string(d.Type)}, err
}

// keepWritten stores a file that a program wrote and returns its card.
func (s *services) keepWritten(ctx context.Context, owner, name string, data []byte) (stream.Card, error) {
	kept, err := s.keepFile(ctx, owner, name, data)
	if err != nil {
		return stream.Card{}, err
	}
	return kept.Show("")
}

func (s *services) runProgram(ctx context.Context, j sandbox.Job) (out sandbox.Outcome, err error) {
	j.Cache = s.compiled
	body, err := json.Marshal(j)
	if err != nil {
		return out, err
	}
	begun := time.Now()
	reply, err := s.programs.Call(ctx, programTask, body)
	if code, ended := parse.CodeOf(err); ended {
		why := map[parse.Code]sandbox.Ended{parse.TimedOut: sandbox.TooLong, parse.OutOfMemory: sandbox.TooMuch}[code]
		if why == "" {
			why = sandbox.TooBroken
		}
		return sandbox.Outcome{Ended: why, Took: time.Since(begun)}, nil
	}
	if err != nil {
		return out, err
	}
	return out, json.Unmarshal(reply, &out)
}

// Limits on the conversation's files that one program may read.
const (
	maxProgramFiles = 20
	programBytes    = 4 << 20
)

// errFull ends the reading of a file for a program when the total size exceeds programBytes.
var errFull = errors.New("the files for a program are large enough")

// programFiles reads at most maxProgramFiles files of a turn for a program, the newest first. If a
// file makes the total size exceed programBytes, this file is cut, and later files have no content.
func (s *services) programFiles(ctx context.Context, t answer.Turn) ([]sandbox.File, error) {
	all := append([]answer.Attachment{}, t.Files...)
	for i := len(t.Earlier) - 1; i >= 0; i-- {
		all = append(all, t.Earlier[i].Files...)
	}
	seen, left := map[string]bool{}, programBytes
	var out []sandbox.File
	for _, a := range all {
		if a.ID == "" || seen[a.ID] || len(out) == maxProgramFiles {
			continue
		}
		seen[a.ID] = true
		f := sandbox.File{Name: a.Name}
		err := s.documents.EachUnit(ctx, t.Owner(), a.ID, func(u parsed.Unit) error {
			if left -= size(u); left < 0 {
				return errFull
			}
			f.Text += u.Text() + "\n"
			f.Tables = append(f.Tables, tables(u)...)
			return nil
		})
		if err != nil && !errors.Is(err, errFull) && !errs.Is(err, errs.NotFound) {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// size returns approximately how many bytes a unit adds to the input of a program.
func size(u parsed.Unit) int {
	n := 0
	for _, b := range u.Blocks {
		n += 2 * len(b.Text)
		for _, r := range b.Rows {
			n += 4 * len(r)
		}
	}
	return n
}

// tables returns the tables of a unit; the blocks of one sheet form one table.
func tables(u parsed.Unit) []sandbox.Table {
	var out []sandbox.Table
	for _, b := range u.Blocks {
		if b.Kind != parsed.Table || len(b.Rows) == 0 {
			continue
		}
		if u.Kind != parsed.Sheet || len(out) == 0 {
			out = append(out, sandbox.Table{Name: u.Name})
		}
		last := &out[len(out)-1]
		last.Rows = append(last.Rows, b.Rows...)
	}
	return out
}
