package docx

import (
	"context"
	"encoding/xml"
	"regexp"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office"
)

// paraStyle contains the used properties of a paragraph style.
type paraStyle struct {
	name    string
	based   string
	outline int // outline level from 1 to 9; 0: none stated; 10: body text
	numID   string
	level   int // level in the list
	bold    bool
}

// headingName matches the names of heading styles in several languages.
var headingName = regexp.MustCompile(`^(?i:heading|标题|標題|überschrift|titre|título|見出し|제목)\s*([1-9])(?:$|\D)`)

// docxStyles reads the styles by id.
func docxStyles(ctx context.Context, o *office.Package, name string) map[string]paraStyle {
	out := map[string]paraStyle{}
	r, err := o.Open(name)
	if err != nil {
		return out
	}
	defer r.Close()
	id, s, inStyle := "", paraStyle{}, false
	_ = archive.DecodeXML(ctx, r, func(t xml.Token) error { // damaged styles are used as far as they can be read
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "style":
				id, s, inStyle = archive.Attr(t, "styleId"), paraStyle{}, true
			case "name":
				s.name = strings.TrimSpace(archive.Attr(t, "val"))
			case "basedOn":
				s.based = archive.Attr(t, "val")
			case "outlineLvl":
				s.outline = parse.Atoi(archive.Attr(t, "val")) + 1
			case "numId":
				s.numID = archive.Attr(t, "val")
			case "ilvl":
				s.level = parse.Atoi(archive.Attr(t, "val"))
			case "b":
				s.bold = on(t)
			}
		case xml.EndElement:
			if t.Name.Local == "style" && inStyle && len(out) < parse.MaxEntries {
				out[id], inStyle = s, false
			}
		}
		return nil
	})
	return out
}

// resolve returns a style with the properties inherited from its base styles.
func resolve(styles map[string]paraStyle, id string) paraStyle {
	s := styles[id]
	for i, at := 0, s.based; i < 10 && at != ""; i++ {
		b := styles[at]
		if s.outline == 0 {
			s.outline = headingLevel(b)
		}
		if s.numID == "" {
			s.numID, s.level = b.numID, b.level
		}
		s.bold = s.bold || b.bold
		at = b.based
	}
	return s
}

// headingLevel returns the level of a heading style, by its outline level or its name. It
// returns 0 for any other style.
func headingLevel(s paraStyle) int {
	if s.outline >= 1 && s.outline <= 9 {
		return s.outline
	}
	if m := headingName.FindStringSubmatch(s.name); m != nil {
		return parse.Atoi(m[1])
	}
	switch strings.ToLower(s.name) {
	case "title", "标题", "標題":
		return 1
	case "subtitle", "副标题", "副標題":
		return 2
	}
	return 0
}

// on reads a boolean property. A property without a value is true.
func on(e xml.StartElement) bool {
	switch archive.Attr(e, "val") {
	case "0", "false", "off", "none":
		return false
	}
	return true
}
