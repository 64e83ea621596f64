package request

// Codes that state how a question was asked: with files, with a skill, or by a click.
const (
	SourceNormal    = 11
	SourceMedia     = 14
	SourceSkill     = 15 // a skill other than the default one
	SourceHint      = 16
	SourceRepeat    = 17
	SourcePageFile  = 19 // the question has a file with the current page of the asker's browser
	SourceHotAdvice = 27
)

// pageFileName is the name under which a browser extension uploads the current page. A question with a
// file of this name gets SourcePageFile.
const pageFileName = "网页内容.txt"

// Origin contains the facts about a question from which the function Source chooses a code.
type Origin struct {
	Repeat   bool
	Files    []File
	HotCard  bool   // a good-question card was clicked
	HintFrom string // trace id of the answer with the clicked follow-up question
	Skill    string // empty or Adaptive is the default skill
}

// sources contains the codes in order of precedence; the first row that applies counts.
var sources = []struct {
	code    int
	applies func(Origin) bool
}{
	{SourceRepeat, func(o Origin) bool { return o.Repeat }},
	{SourcePageFile, func(o Origin) bool { return hasFile(o.Files, pageFileName) }},
	{SourceMedia, func(o Origin) bool { return len(o.Files) > 0 }},
	{SourceHotAdvice, func(o Origin) bool { return o.HotCard }},
	{SourceHint, func(o Origin) bool { return o.HintFrom != "" }},
	{SourceSkill, func(o Origin) bool { return o.Skill != "" && o.Skill != "Adaptive" }},
	{SourceNormal, func(Origin) bool { return true }},
}

// Source returns the code for an Origin.
func Source(o Origin) int {
	for _, s := range sources {
		if s.applies(o) {
			return s.code
		}
	}
	return SourceNormal
}

func hasFile(files []File, name string) bool {
	for _, f := range files {
		if f.FileName == name {
			return true
		}
	}
	return false
}
