package reading

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/reading/readingdb"
	"github.com/wenqu-ai/wenqu/internal/text"
)

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// translated returns the paragraphs of a file with their existing translations, the target
// language, and the number of translated paragraphs. It reads at most about maxRead characters of
// the file.
func (s *Service) translated(ctx context.Context, owner, id, lang string) (items []Paragraph, used string, done int, err error) {
	units, _, err := s.units(ctx, owner, id)
	if err != nil {
		return nil, "", 0, err
	}
	if lang, err = s.languageOf(ctx, owner, id, lang); err != nil {
		return nil, "", 0, err
	}
	rows, err := s.reads().GetTranslations(ctx, readingdb.GetTranslationsParams{OwnerID: owner, DocumentID: id, Lang: lang})
	if err != nil {
		return nil, "", 0, stored(err)
	}
	t := &translating{memory: map[string]string{}}
	for _, r := range rows {
		t.memory[r.Source] = r.Target
	}
	for _, u := range units {
		items = append(items, paragraphs(u)...)
	}
	t.fill(items)
	for _, p := range items {
		if p.Done {
			done++
		}
	}
	return items, lang, done, nil
}

// Download is a request for a file with a translation or with notes.
type Download struct {
	Owner, ID    string
	Lang, Format string
	Alone        bool // only the translation, without the original text
	Locale       string
	Zone         *time.Location
}

// DownloadTranslation writes the translation of a file as a file to download. Of a file longer than
// maxRead, it writes only the beginning. If the translation of a paragraph is missing, it fails
// with errs.TranslationShort.
func (s *Service) DownloadTranslation(ctx context.Context, o Download) (File, error) {
	if !writable[o.Format] {
		return File{}, badRequest("format")
	}
	d, err := s.readable(ctx, o.Owner, o.ID)
	if err != nil {
		return File{}, err
	}
	items, lang, done, err := s.translated(ctx, o.Owner, o.ID, o.Lang)
	if err != nil {
		return File{}, err
	}
	if done < len(items) {
		return File{}, errs.New(errs.TranslationShort).With("done", strconv.Itoa(done)).With("total", strconv.Itoa(len(items)))
	}
	return s.Writer.Write(ctx, Paper{
		Title: bareName(d.Name) + " · " + lang, Markdown: bilingual(items, o.Alone), Format: o.Format, Generated: true, Locale: o.Locale, Zone: o.Zone,
	})
}

// writable are the formats for downloads.
var writable = map[string]bool{"md": true, "docx": true, "pdf": true}

// bilingual writes the translations of paragraphs as Markdown. Unless `alone` is set, it adds
// each original as a block quote: after the translation of a heading, otherwise before the
// translation. It leaves out the originals of tables, and originals that equal their translation.
func bilingual(items []Paragraph, alone bool) string {
	var b strings.Builder
	for _, p := range items {
		if !alone && p.Target != p.Source && p.Kind != string(parsed.Table) && p.Kind != string(parsed.Title) {
			b.WriteString(asQuote(p.Source) + "\n\n")
		}
		switch parsed.BlockKind(p.Kind) {
		case parsed.Title:
			b.WriteString(strings.Repeat("#", min(max(p.Level, 1)+1, 6)) + " " + inMarkdown(oneLine(p.Target)))
			if !alone && p.Target != p.Source {
				b.WriteString("\n\n" + asQuote(oneLine(p.Source)))
			}
		case parsed.List:
			b.WriteString("- " + inMarkdown(oneLine(p.Target)))
		case parsed.Table:
			b.WriteString(asTable(p.Target))
		case parsed.Code:
			fence := text.Fence(p.Target)
			b.WriteString(fence + "\n" + p.Target + "\n" + fence)
		default:
			b.WriteString(inMarkdown(p.Target))
		}
		b.WriteString("\n\n")
	}
	return b.String()
}

func asQuote(s string) string {
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSpace(s), "\n") {
		if i > 0 {
			b.WriteString("  \n")
		}
		b.WriteString("> " + inMarkdown(line))
	}
	return b.String()
}

// asTable converts tab-separated cells to a Markdown table with the first row as its header.
func asTable(s string) string {
	var b strings.Builder
	wide := 0
	rows := strings.Split(strings.Trim(s, "\n"), "\n")
	for _, r := range rows {
		wide = max(wide, strings.Count(r, "\t")+1)
	}
	for i, r := range rows {
		cells := strings.Split(r, "\t")
		for len(cells) < wide {
			cells = append(cells, "")
		}
		b.WriteString("|")
		for _, c := range cells {
			b.WriteString(" " + inMarkdown(oneLine(c)) + " |")
		}
		b.WriteString("\n")
		if i == 0 {
			b.WriteString("|" + strings.Repeat(" --- |", wide) + "\n")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// inMarkdown escapes a text for Markdown.
func inMarkdown(s string) string {
	var b strings.Builder
	start := true // at the start of a line
	for _, r := range s {
		if strings.ContainsRune("\\`*_[]<>|~$", r) || start && strings.ContainsRune("#+-=", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		start = r == '\n'
	}
	return b.String()
}
