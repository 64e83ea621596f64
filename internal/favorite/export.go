package favorite

import (
	"context"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Order is a request to write favourites as a file.
type Order struct {
	Title  string
	Items  []Item
	Format string // md, docx or pdf
	Locale string
	Zone   *time.Location // time zone of the dates in the file; nil: the server's
}

// Item is a favourite in a file. Question is its heading. Answer begins with the note and the tags of
// the favourite. Then follows the saved answer with its sources or, if the favourite is no answer, the
// saved text in Markdown.
type Item struct {
	Question string
	Files    []string
	Answer   stream.Message
	Model    string
}

// File is a finished file.
type File struct {
	Name        string
	ContentType string
	Data        []byte
}

// Limits of one file.
const (
	maxExported      = 200     // favourites
	maxExportedBytes = 5 << 20 // bytes of the texts of the copies
)

// fileTitle is the title of a file with several favourites.
var fileTitle = errs.Text{ZhCN: "我的收藏", ZhTW: "我的收藏", En: "My favourites"}

// Export writes favourites into one file, in the order of the ids.
func (s *Service) Export(ctx context.Context, owner string, ids []string, o Order) (File, error) {
	if len(ids) == 0 || len(ids) > maxExported {
		return File{}, badRequest("ids")
	}
	o.Title = fileTitle.In(o.Locale)
	size := 0
	for _, id := range ids {
		f, c, err := s.Open(ctx, owner, id)
		if err != nil {
			return File{}, err
		}
		if size += len(c.Text) + len(c.Question); c.Answer != nil {
			size += len(c.Answer.Text())
		}
		if size > maxExportedBytes {
			return File{}, errs.New(errs.TooLarge).With("limit", "5 MB")
		}
		if len(ids) == 1 {
			o.Title = f.Title
		}
		o.Items = append(o.Items, itemOf(f, c, o.Locale))
	}
	return s.Write(ctx, o)
}

// Labels in the file.
var (
	noteWord = errs.Text{ZhCN: "备注：", ZhTW: "備註：", En: "Note: "}
	tagsWord = errs.Text{ZhCN: "标签：", ZhTW: "標籤：", En: "Tags: "}
)

func itemOf(f Favorite, c Copy, locale string) Item {
	it := Item{Question: c.Question, Files: c.Files, Model: c.Model}
	if it.Question == "" {
		it.Question = f.Title
	}
	var beside []string
	if f.Note != "" {
		beside = append(beside, "> "+noteWord.In(locale)+strings.ReplaceAll(f.Note, "\n", "\n> "))
	}
	if len(f.Tags) > 0 {
		beside = append(beside, "> "+tagsWord.In(locale)+strings.Join(f.Tags, "、"))
	}
	if c.Answer != nil {
		it.Answer = c.Answer.Snapshot()
	} else {
		it.Answer = stream.NewMessage()
		it.Answer.State = stream.StateDone
		if f.Kind == PageKind {
			beside = append(beside, "<"+f.Thing+">")
		}
		if c.Text != "" {
			beside = append(beside, plain(c.Text))
		}
	}
	if len(beside) > 0 {
		it.Answer.Content = append([]stream.Item{{Event: stream.Text{Msg: strings.Join(beside, "\n\n") + "\n\n"}}}, it.Answer.Content...)
	}
	return it
}

// plain escapes a plain text for Markdown and makes each of its lines a paragraph.
func plain(s string) string {
	s = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "#", `\#`, "[", `\[`, "]", `\]`, "<", `\<`, "|", `\|`, "$", `\$`).Replace(s)
	return strings.ReplaceAll(s, "\n", "\n\n")
}
