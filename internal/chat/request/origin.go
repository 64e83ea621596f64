package request

// Request source codes: why a question was asked.
const (
	SourceNormal    = 11
	SourceMedia     = 14
	SourceSkill     = 15 // a skill other than the default one
	SourceHint      = 16
	SourceRepeat    = 17
	SourcePageFile  = 19 // the file that holds the page being read
	SourceHotAdvice = 27
)

// pageFileName is the particular file name of code 19: a browser extension
// hands the page being read over under it.
const pageFileName = "网页内容.txt"

// Origin is what a request says about where it comes from.
type Origin struct {
	Repeat   bool
	Files    []File
	HotCard  bool   // a good-question card
	HintFrom string // trace id of the answer whose hint was taken
	Skill    string // empty or Adaptive is the default skill
}

// sources is looked through from the top; the first row that applies counts.
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

// Source gives the code of a request.
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
