package transfer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"iter"
	"time"
)

// ownFormat and ownVersion mark a file of our own.
const (
	ownFormat  = "wenqu"
	ownVersion = 1
)

// placeholder stands in a file for what may not be shown.
var placeholder = map[string]string{
	"zh-CN": "［这条内容无法显示］",
	"zh-TW": "［這則內容無法顯示］",
	"en":    "[This content cannot be shown]",
}

// Export writes everything that an owner has said and been told, message by
// message, so that its memory does not grow with what there is. When it fails,
// w has the beginning of a file that no reader takes for a whole one.
func (s *Service) Export(ctx context.Context, ownerID, locale string, w io.Writer) error {
	hidden, ok := placeholder[locale]
	if !ok {
		hidden = placeholder["zh-CN"]
	}
	b := bufio.NewWriterSize(w, 64<<10)
	put := func(parts ...string) {
		for _, p := range parts {
			_, _ = b.WriteString(p) // Flush gives the error
		}
	}
	put(`{"format":"`, ownFormat, `","version":1,"exportedAt":"`, s.now().UTC().Format(time.RFC3339), `","conversations":[`)
	err := each(b, s.conversations.Heads(ctx, ownerID), func(h Head) error {
		head, err := marshal(h)
		if err != nil {
			return err
		}
		put("\n", string(head[:len(head)-1]), `,"messages":[`)
		err = each(b, s.conversations.Messages(ctx, ownerID, h.CID), func(m Message) error {
			m.hide(hidden)
			line, err := marshal(m)
			if err != nil {
				return err
			}
			put("\n  ", string(line))
			return nil
		})
		put("]}")
		return err
	})
	if err != nil {
		return err
	}
	put("\n]}\n")
	return b.Flush()
}

// each writes what write makes of every value, with commas between. It ends as
// soon as the reader has left.
func each[T any](b *bufio.Writer, all iter.Seq2[T, error], write func(T) error) error {
	first := true
	for v, err := range all {
		if err != nil {
			return err
		}
		if !first {
			if err := b.WriteByte(','); err != nil {
				return err
			}
		}
		first = false
		if err := write(v); err != nil {
			return err
		}
	}
	return nil
}

// marshal writes text as a person reads it: no page will show the file.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// hide puts the placeholder where nothing may be shown.
func (m *Message) hide(placeholder string) {
	if m.Hidden {
		m.Prompt = placeholder
	}
	for i := range m.Versions {
		if v := &m.Versions[i]; v.Hidden {
			v.Text, v.Thinking = placeholder, ""
		}
	}
}
