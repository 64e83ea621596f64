package text

import (
	"bytes"
	"context"
	"io"
	"regexp"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	htmlrender "github.com/yuin/goldmark/renderer/html"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/charset"
	"github.com/wenqu-ai/wenqu/internal/document/parse/html"
	"github.com/wenqu-ai/wenqu/internal/markdown"
)

// maxMarkdown is the largest file, in bytes, that is parsed as Markdown. A longer file
// is read as plain text, line by line, which needs little memory.
const maxMarkdown = 8 << 20

var syntax = markdown.New(goldmark.WithExtensions(extension.Linkify, markdown.Strikethrough, extension.TaskList, markdown.Tables, markdown.Footnotes), goldmark.WithRendererOptions(htmlrender.WithUnsafe()))

// frontMatter matches the YAML that many tools put before a text.
var frontMatter = regexp.MustCompile(`\A---[ \t]*\r?\n(?s:.*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\z)`)

// ReadMarkdown converts Markdown to HTML and reads the text of the HTML.
func ReadMarkdown(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	if in.Size > maxMarkdown {
		return Read(ctx, in, c)
	}
	r, err := charset.Decode(in)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := syntax.Convert([]byte(markdown.LimitNesting(string(withoutFrontMatter(data)))), &b); err != nil {
		return err
	}
	p := &html.Page{Emit: c.Flow}
	err = p.Read(ctx, &b)
	c.Drawn = p.Drawn
	return err
}

// withoutFrontMatter removes front matter of at most 16 KiB from the start of a text.
func withoutFrontMatter(data []byte) []byte {
	head := data[:min(len(data), 16<<10)]
	return data[len(frontMatter.Find(head)):]
}
