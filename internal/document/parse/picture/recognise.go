// Package picture recognises the text in pictures, with tesseract or the caller's
// Recogniser.
package picture

import (
	"bytes"
	"context"
	"fmt"
	"image"
	_ "image/jpeg" // to decode the size of pictures
	_ "image/png"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// languages are the languages for tesseract, as far as they are installed. chi_tra is used only if
// chi_sim is not installed.
var languages = []string{"chi_sim", "chi_tra", "eng"}

// Tesseract returns a Recogniser that runs the program t.Tesseract.
func Tesseract(t parse.Tools) parse.Recogniser {
	return func(ctx context.Context, picture []byte) (string, error) {
		cmd := exec.CommandContext(ctx, t.Tesseract, "stdin", "stdout", "-l", tesseractLanguages(ctx, t.Tesseract), "-c", "preserve_interword_spaces=1")
		cmd.Env = []string{"OMP_THREAD_LIMIT=1", "LANG=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin"}
		cmd.Stdin = bytes.NewReader(picture)
		cmd.WaitDelay = time.Second
		out, err := cmd.Output()
		if err != nil {
			return "", fmt.Errorf("parse: tesseract: %w", err)
		}
		return withoutGaps(string(out)), nil
	}
}

// installed caches the languages to use with each tesseract program. They are joined by "+", as the
// option -l requires.
var installed sync.Map

func tesseractLanguages(ctx context.Context, program string) string {
	if known, ok := installed.Load(program); ok {
		return known.(string)
	}
	cmd := exec.CommandContext(ctx, program, "--list-langs")
	cmd.Env = []string{"LANG=C.UTF-8"}
	list, _ := cmd.Output() // if the list is not available, English is used
	var have []string
	for _, l := range languages {
		if l != "chi_tra" && slices.Contains(strings.Fields(string(list)), l) || l == "chi_tra" && len(have) == 0 && slices.Contains(strings.Fields(string(list)), l) {
			have = append(have, l)
		}
	}
	if len(have) == 0 {
		have = []string{"eng"}
	}
	joined := strings.Join(have, "+")
	installed.Store(program, joined)
	return joined
}

// withoutGaps removes one or two spaces between wide characters, such as Han characters; see parse.Wide.
// tesseract adds these spaces.
func withoutGaps(s string) string {
	var b strings.Builder
	all := []rune(s)
	for i, r := range all {
		if r == ' ' && i > 0 && i+1 < len(all) {
			next := i + 1
			for next < len(all) && all[next] == ' ' {
				next++
			}
			last, _ := utf8.DecodeLastRuneInString(b.String())
			if next < len(all) && parse.Wide(last) && parse.Wide(all[next]) && next-i < 3 {
				continue
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}

// maxPicture is the maximum size, in pixels, of a picture. The text of a larger picture is not recognised.
const maxPicture = 60_000_000

// Read recognises the text of a picture file if a recogniser is available.
func Read(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	c.Pictures++
	if in.Recognise == nil {
		return nil
	}
	config, _, err := image.DecodeConfig(in.Reader())
	if err != nil {
		return parse.Fail(parse.Broken, err)
	}
	if int64(config.Width)*int64(config.Height) > maxPicture {
		return parse.Failf(parse.TooLarge, "a picture of %d × %d pixels", config.Width, config.Height)
	}
	data, err := io.ReadAll(in.Reader())
	if err != nil {
		return err
	}
	s, err := in.Recognise(ctx, data)
	if err != nil {
		return parse.Fail(parse.NoText, err)
	}
	blocks := parse.RecognisedBlocks(s)
	if len(blocks) == 0 {
		return nil
	}
	c.Pictures = 0
	c.Warn(parsed.Recognised)
	return c.Unit(parsed.Unit{Kind: parsed.Page, Blocks: blocks})
}
