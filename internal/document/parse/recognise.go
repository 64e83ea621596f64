package parse

import (
	"bytes"
	"context"
	"fmt"
	"image"
	_ "image/jpeg" // to know the size of pictures
	_ "image/png"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// recognisedBlocks makes paragraphs of text that was recognised: empty lines
// part them.
func recognisedBlocks(s string) []parsed.Block {
	var out []parsed.Block
	var par strings.Builder
	end := func() {
		if text := strings.TrimSpace(par.String()); text != "" {
			out = append(out, parsed.Block{Kind: parsed.Paragraph, Text: text})
		}
		par.Reset()
	}
	for line := range strings.Lines(s) {
		if strings.TrimSpace(line) == "" {
			end()
			continue
		}
		joinLine(&par, line)
	}
	end()
	return out
}

// languages are those that are asked for where tesseract has them.
var languages = []string{"chi_sim", "chi_tra", "eng"}

// maxRecognised is how many pages of a file are recognised; the others stay
// pictures.
const maxRecognised = 300

// Tesseract makes a Recogniser of the program that t names.
func Tesseract(t Tools) Recogniser {
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

// installed is what each tesseract has, joined as it wants them.
var installed sync.Map

func tesseractLanguages(ctx context.Context, program string) string {
	if known, ok := installed.Load(program); ok {
		return known.(string)
	}
	cmd := exec.CommandContext(ctx, program, "--list-langs")
	cmd.Env = []string{"LANG=C.UTF-8"}
	list, _ := cmd.Output() // without a list English is tried
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

// withoutGaps drops the spaces that recognition puts between Han characters.
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
			if next < len(all) && wide(last) && wide(all[next]) && next-i < 3 {
				continue
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}

// maxPicture is how many pixels a picture may have whose text is asked for.
const maxPicture = 60_000_000

// readImage reads the text of a picture, where somebody can.
func readImage(ctx context.Context, in *input, c *collector) error {
	c.pictures++
	if in.Recognise == nil {
		return nil
	}
	config, _, err := image.DecodeConfig(in.reader())
	if err != nil {
		return fail(Broken, err)
	}
	if int64(config.Width)*int64(config.Height) > maxPicture {
		return failf(TooLarge, "a picture of %d × %d pixels", config.Width, config.Height)
	}
	data, err := io.ReadAll(in.reader())
	if err != nil {
		return err
	}
	s, err := in.Recognise(ctx, data)
	if err != nil {
		return fail(NoText, err)
	}
	blocks := recognisedBlocks(s)
	if len(blocks) == 0 {
		return nil
	}
	c.pictures = 0
	c.warn(parsed.Recognised)
	return c.unit(parsed.Unit{Kind: parsed.Page, Blocks: blocks})
}
