package parse

import (
	"bytes"
	"context"
	"io"
	"regexp"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// maxMarkdown bounds what is parsed as Markdown: a longer file is plain text,
// whose lines need no more memory than one of them.
const maxMarkdown = 16 << 20

var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe()))

// frontMatter is the YAML that many tools put before a text.
var frontMatter = regexp.MustCompile(`\A---[ \t]*\r?\n(?s:.*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\z)`)

// readMarkdown reads Markdown by way of the HTML that it means, whose tags are
// all dropped.
func readMarkdown(ctx context.Context, in *input, c *collector) error {
	if in.size > maxMarkdown {
		return readText(ctx, in, c)
	}
	r, err := decoded(in)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := markdown.Convert(withoutFrontMatter(data), &b); err != nil {
		return err
	}
	p := &page{emit: c.flow}
	return p.read(ctx, &b)
}

// withoutFrontMatter drops the front matter of a text, which is short.
func withoutFrontMatter(data []byte) []byte {
	head := data[:min(len(data), 16<<10)]
	return data[len(frontMatter.Find(head)):]
}
