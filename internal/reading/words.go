package reading

import (
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// phrases are the fixed texts of downloaded files in one language.
type phrases struct {
	notesOf string
	noNotes string
	unit    map[parsed.UnitKind]string
}

var locales = map[string]phrases{
	"zh-CN": {
		notesOf: "《%s》的笔记", noNotes: "还没有笔记。",
		unit: map[parsed.UnitKind]string{parsed.Page: "第 %d 页", parsed.Slide: "第 %d 张", parsed.Sheet: "第 %d 张表", parsed.Section: "第 %d 节"},
	},
	"zh-TW": {
		notesOf: "《%s》的筆記", noNotes: "還沒有筆記。",
		unit: map[parsed.UnitKind]string{parsed.Page: "第 %d 頁", parsed.Slide: "第 %d 張", parsed.Sheet: "第 %d 張工作表", parsed.Section: "第 %d 節"},
	},
	"en": {
		notesOf: "Notes on %s", noNotes: "No notes yet.",
		unit: map[parsed.UnitKind]string{parsed.Page: "Page %d", parsed.Slide: "Slide %d", parsed.Sheet: "Sheet %d", parsed.Section: "Section %d"},
	},
}

// wordsIn returns the phrases of a locale; the default is zh-CN.
func wordsIn(locale string) phrases {
	if p, ok := locales[locale]; ok {
		return p
	}
	return locales["zh-CN"]
}

// place returns the name of a unit, such as a page number.
func (p phrases) place(kind parsed.UnitKind, unit int) string {
	form, ok := p.unit[kind]
	if !ok {
		form = p.unit[parsed.Page]
	}
	return fmt.Sprintf(form, unit)
}
