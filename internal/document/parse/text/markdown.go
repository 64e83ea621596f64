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

// maxMarkdown bounds what is parsed as Markdown: a longer file is plain text,
// whose lines need no more memory than one of them.
const maxMarkdown = 8 << 20

var syntax = markdown.New(goldmark.WithExtensions(extension.Linkify, extension.Strikethrough, extension.TaskList, markdown.Tables, markdown.Footnotes), goldmark.WithRendererOptions(htmlrender.WithUnsafe()))

// frontMatter is the YAML that many tools put before a text.
var frontMatter = regexp.MustCompile(`\A---[ \t]*\r?\n(?s:.*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\z)`)

// ReadMarkdown reads Markdown by way of the HTML that it means, whose tags are
// all dropped.
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

// withoutFrontMatter drops the front matter of a text, which is short.
func withoutFrontMatter(data []byte) []byte {
	head := data[:min(len(data), 16<<10)]
	return data[len(frontMatter.Find(head)):]
}
