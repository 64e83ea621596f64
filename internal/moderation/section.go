package moderation

import "github.com/wenqu-ai/wenqu/internal/setting"

// Section is the name of the settings section that replaces the file of rules.
const Section = "moderation"

// Sections describes the content rules as a section of the administration's
// settings.
func (s *Service) Sections() []setting.Section {
	out := setting.Parsed(Section, s.Parse, s.Use)
	out.Default = func() any { return File{Words: []Word{}, Allow: []string{}} }
	return []setting.Section{out}
}
