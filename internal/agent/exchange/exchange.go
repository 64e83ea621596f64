// Package exchange reads agents from single files and writes them in the program's own format. It
// reads this format, character cards of role-playing programs (versions 1 to 3, as JSON or inside a
// PNG), and instruction files in JSON or Markdown. Everything in a file is treated as text: no
// address in it is requested and no script is run.
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

// MaxBytes is the largest file that is read. Only a PNG with a card can be this large; the limit of
// other files is MaxText.
const MaxBytes = 10 << 20

// MaxText limits a text file, and the JSON inside a picture, in bytes.
const MaxText = 1 << 20

// Errors of Parse.
var (
	ErrTooLarge = errors.New("exchange: the file is too large")
	ErrUnknown  = errors.New("exchange: the file holds no agent in a known format")
	ErrNewer    = errors.New("exchange: the file was written by a newer version")
)

// Agent is the content of an agent file. Files, sites and the picture are not exported.
type Agent struct {
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Category    string   `json:"category,omitempty"`
	Persona     string   `json:"persona"`
	Opening     string   `json:"opening,omitempty"`
	Questions   []string `json:"questions,omitempty"`
	Tools       []string `json:"tools,omitempty"`
	ChatMode    string   `json:"chatMode,omitempty"`
	Model       string   `json:"model,omitempty"` // id of the author's model; it may be unknown to this server
	Temperature *float64 `json:"temperature,omitempty"`
	TopP        *float64 `json:"topP,omitempty"`
	MaxTokens   int      `json:"maxTokens,omitempty"`
}

// Format is the format of an agent file.
type Format string

// Values of Format.
const (
	Wenqu       Format = "wenqu"
	Character   Format = "character"   // a character card
	Instruction Format = "instruction" // JSON with name and instructions
	Markdown    Format = "markdown"
)

// Left is a part of a file that was left out or cut to a limit.
type Left string

// Values of Left.
const (
	LeftPicture  Left = "picture"  // the picture, or its address
	LeftLorebook Left = "lorebook" // texts added by other clients when certain words occur
	LeftOpenings Left = "openings" // alternative openings
	LeftFiles    Left = "files"
	LeftActions  Left = "actions" // tools unknown to this program, and calls to other servers
	LeftScripts  Left = "scripts" // scripts and patterns of other clients
	LeftLength   Left = "length"  // a text or a list was cut to its limit
)

// Read is an agent that was read from a file, and the file's format.
type Read struct {
	Agent  Agent
	Format Format
	Left   []Left // in the order of the constants, each once
}

// Limits are the maximum lengths of an agent's texts, in characters, and the maximum numbers of its
// questions and tools. All must be positive.
type Limits struct {
	Name, Description, Persona, Opening, Question int
	Questions, Tools                              int
}

// Parse reads a file of at most MaxBytes. Texts above the limits are cut and reported in Read.Left.
// Parse fails with one of the errors of this package.
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
	if len(file) > MaxText {
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

// jsonFormats are tried in this order; each reports whether the document has its format.
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

// clean applies the limits to an agent, removes invisible characters, and sorts r.Left.
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

// lines returns the first distinct lines that are not blank, at most `limit`. If there are more, it
// records LeftLength.
func (r *Read) lines(list []string, limit, length int, line func(string, int) string) (out []string) {
	for _, s := range list {
		s = line(s, length)
		if s == "" || slices.Contains(out, s) {
			continue
		}
		if len(out) == limit {
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

// within returns the number if it is between 0 and `max`, and nil otherwise.
func within(f *float64, max float64) *float64 {
	if f == nil || !(*f >= 0 && *f <= max) {
		return nil
	}
	return f
}

// visible removes characters that could hide parts of a text: control characters except line ends
// and tabs, some characters of zero width, and characters that embed, override or isolate a writing
// direction.
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
