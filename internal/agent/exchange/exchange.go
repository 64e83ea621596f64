// Package exchange reads and writes agents as one file: our own format, the
// character cards of role-playing programs (versions 1 to 3, as JSON or inside a
// PNG), and files of instructions as JSON or Markdown. What is read is text
// and nothing else: no address in it is requested, no script is run.
package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// MaxBytes is the largest file that is read: a picture with a card in it.
const MaxBytes = 10 << 20

// maxText is the largest text, or JSON inside a picture, that is read.
const maxText = 1 << 20

// Reasons why a file is not read.
var (
	ErrTooLarge = errors.New("exchange: the file is too large")
	ErrUnknown  = errors.New("exchange: the file holds no agent in a known format")
	ErrNewer    = errors.New("exchange: the file was written by a newer version")
)

// Agent is what travels in a file. Files, sites and keys do not.
type Agent struct {
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Category    string   `json:"category,omitempty"`
	Persona     string   `json:"persona"`
	Opening     string   `json:"opening,omitempty"`
	Questions   []string `json:"questions,omitempty"`
	Tools       []string `json:"tools,omitempty"`
	ChatMode    string   `json:"chatMode,omitempty"`
	Model       string   `json:"model,omitempty"` // id of the model that the author had; may be unknown here
	Temperature *float64 `json:"temperature,omitempty"`
	TopP        *float64 `json:"topP,omitempty"`
	MaxTokens   int      `json:"maxTokens,omitempty"`
}

// Format is the kind of file that an agent came from.
type Format string

// The formats.
const (
	Wenqu       Format = "wenqu"
	Character   Format = "character"   // a character card
	Instruction Format = "instruction" // JSON with name and instructions
	Markdown    Format = "markdown"
)

// Left is something that the file has and the agent cannot take.
type Left string

// What may be left out.
const (
	LeftPicture  Left = "picture"  // the author's picture, or the address of one
	LeftLorebook Left = "lorebook" // entries that act on certain words only
	LeftOpenings Left = "openings" // other opening words than the first
	LeftFiles    Left = "files"
	LeftActions  Left = "actions" // calls of other servers
	LeftScripts  Left = "scripts" // programs and patterns of other clients
	LeftLength   Left = "length"  // texts that were cut
)

// Read is an agent and where it came from.
type Read struct {
	Agent  Agent
	Format Format
	Left   []Left // in the order of the constants, each once
}

// Limits bound the texts of an agent, in characters, and their number. All are
// above 0.
type Limits struct {
	Name, Description, Persona, Opening, Question int
	Questions, Tools                              int
}

// Parse reads a file of at most MaxBytes. Texts over the limits are cut, which
// Read.Left tells. It fails with one of the errors above.
func Parse(file []byte, l Limits) (Read, error) {
	if len(file) > MaxBytes {
		return Read{}, ErrTooLarge
	}
	var r Read
	var err error
	if bytes.HasPrefix(file, []byte(pngSignature)) {
		r, err = parsePicture(file)
	} else {
		r, err = parseText(file)
	}
	if err != nil {
		return Read{}, err
	}
	r.clean(l)
	if r.Agent.Name == "" || r.Agent.Persona == "" {
		return Read{}, ErrUnknown
	}
	return r, nil
}

func parseText(file []byte) (Read, error) {
	if len(file) > maxText {
		return Read{}, ErrTooLarge
	}
	file = bytes.TrimSpace(bytes.TrimPrefix(file, []byte("\ufeff")))
	switch {
	case !utf8.Valid(file) || bytes.IndexByte(file, 0) >= 0:
		return Read{}, ErrUnknown
	case bytes.HasPrefix(file, []byte("{")):
		return parseJSON(file)
	}
	return parseMarkdown(string(file))
}

// jsonFormats are tried in this order; each says whether a document is its own.
var jsonFormats = []func(doc map[string]json.RawMessage, file []byte) (Read, bool, error){
	parseOwn, parseCard, parseInstructions,
}

func parseJSON(file []byte) (Read, error) {
	var doc map[string]json.RawMessage
	if err := json.Unmarshal(file, &doc); err != nil {
		return Read{}, ErrUnknown
	}
	for _, parse := range jsonFormats {
		if r, mine, err := parse(doc, file); mine || err != nil {
			return r, err
		}
	}
	return Read{}, ErrUnknown
}

// clean brings an agent within the limits.
func (r *Read) clean(l Limits) {
	a := &r.Agent
	cut := func(s string, max int) string {
		if text.Len(s) > max {
			r.leave(LeftLength)
			return strings.TrimSpace(text.Cut(s, max))
		}
		return s
	}
	line := func(s string, max int) string { return cut(text.OneLine(visible(s)), max) }
	a.Name = line(a.Name, l.Name)
	a.Description = line(a.Description, l.Description)
	a.Persona = cut(strings.TrimSpace(visible(a.Persona)), l.Persona)
	a.Opening = cut(strings.TrimSpace(visible(a.Opening)), l.Opening)
	a.Category, a.ChatMode, a.Model = line(a.Category, 64), line(a.ChatMode, 64), line(a.Model, 128)
	a.Questions = r.lines(a.Questions, l.Questions, l.Question, line)
	a.Tools = r.lines(a.Tools, l.Tools, 64, line)
	a.Temperature, a.TopP = within(a.Temperature, 2), within(a.TopP, 1)
	a.MaxTokens = min(max(a.MaxTokens, 0), 1<<20)
	order := []Left{LeftPicture, LeftLorebook, LeftOpenings, LeftFiles, LeftActions, LeftScripts, LeftLength}
	slices.SortFunc(r.Left, func(a, b Left) int { return slices.Index(order, a) - slices.Index(order, b) })
}

// lines keeps the first most different lines that are not empty.
func (r *Read) lines(list []string, most, length int, line func(string, int) string) (out []string) {
	for _, s := range list {
		s = line(s, length)
		if s == "" || slices.Contains(out, s) {
			continue
		}
		if len(out) == most {
			r.leave(LeftLength)
			break
		}
		out = append(out, s)
	}
	return out
}

func (r *Read) leave(what Left) {
	if !slices.Contains(r.Left, what) {
		r.Left = append(r.Left, what)
	}
}

// within gives a number of 0 to max, or nil.
func within(f *float64, max float64) *float64 {
	if f == nil || !(*f >= 0 && *f <= max) {
		return nil
	}
	return f
}

// visible drops control characters, and those that change the direction of
// writing or have no width: they can hide what a text says.
func visible(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case unicode.IsControl(r), r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0x200B, r == 0xFEFF, r >= 0xE0000 && r <= 0xE007F:
			return -1
		}
		return r
	}, s)
}
