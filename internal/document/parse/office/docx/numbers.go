package docx

import (
	"context"
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office"
)

// numLevel is one level of a numbered list.
type numLevel struct {
	format string // decimal, bullet, chineseCounting …
	text   string // contains %1 … %9 for the numbers of the levels
	start  int
}

// numbering counts automatically numbered paragraphs, such as 第三条 and 2.1 in
// contracts.
type numbering struct {
	abstract map[string]*[9]numLevel
	nums     map[string]string // id of the definition by id of the numbering
	counts   map[string]*[9]int
}

func docxNumbering(ctx context.Context, o *office.Package, name string) *numbering {
	n := &numbering{map[string]*[9]numLevel{}, map[string]string{}, map[string]*[9]int{}}
	r, err := o.Open(name)
	if err != nil {
		return n
	}
	defer r.Close()
	var levels *[9]numLevel
	num, level := "", 0
	_ = archive.DecodeXML(ctx, r, func(t xml.Token) error { // damaged numbering is used as far as it can be read
		e, ok := t.(xml.StartElement)
		if !ok || len(n.abstract) > parse.MaxEntries || len(n.nums) > parse.MaxEntries {
			return nil
		}
		switch e.Name.Local {
		case "abstractNum":
			levels, num = new([9]numLevel), ""
			n.abstract[archive.Attr(e, "abstractNumId")] = levels
		case "num":
			levels, num = nil, archive.Attr(e, "numId")
		case "abstractNumId":
			if num != "" {
				n.nums[num] = archive.Attr(e, "val")
			}
		case "lvl":
			if level = max(0, min(8, parse.Atoi(archive.Attr(e, "ilvl")))); levels != nil {
				levels[level].start = 1
			}
		}
		if levels == nil {
			return nil
		}
		switch e.Name.Local {
		case "start":
			levels[level].start = parse.Atoi(archive.Attr(e, "val"))
		case "numFmt":
			levels[level].format = archive.Attr(e, "val")
		case "lvlText":
			levels[level].text = archive.Attr(e, "val")
		}
		return nil
	})
	return n
}

// next counts a paragraph at a level (from 0) of a numbering and returns the number as displayed. The
// result is empty, for example, for a bullet.
func (n *numbering) next(id string, level int) string {
	abstract, ok := n.nums[id]
	levels := n.abstract[abstract]
	if !ok || levels == nil || level < 0 || level > 8 {
		return ""
	}
	counts := n.counts[abstract]
	if counts == nil {
		counts = new([9]int)
		for i := range counts {
			counts[i] = levels[i].start - 1
		}
		n.counts[abstract] = counts
	}
	counts[level]++
	for i := level + 1; i < 9; i++ {
		counts[i] = levels[i].start - 1
	}
	l := levels[level]
	if l.format == "bullet" || l.format == "none" || l.text == "" {
		return ""
	}
	var slots []string
	for i := range 9 {
		slots = append(slots, "%"+strconv.Itoa(i+1), parse.Counted(levels[i].format, max(counts[i], levels[i].start)))
	}
	// All slots are replaced in one pass. In a second pass, a percent sign of the text and an inserted
	// number after it would look like another slot.
	return strings.TrimSpace(strings.NewReplacer(slots...).Replace(l.text))
}
