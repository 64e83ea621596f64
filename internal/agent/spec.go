package agent

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// clean normalises a Spec for storage and refuses an invalid Spec. A draft may have no name.
func clean(s Spec) (Spec, error) {
	line := func(v *string, limit int, field string) error {
		*v = text.OneLine(legible(*v))
		return bounded(*v, limit, field)
	}
	lines := func(v *string, limit int, field string) error {
		*v = strings.TrimSpace(legible(*v))
		return bounded(*v, limit, field)
	}
	for _, err := range []error{
		line(&s.Name, MaxName, "name"), line(&s.Description, MaxDescription, "description"),
		lines(&s.Persona, MaxPersona, "persona"), lines(&s.Opening, MaxOpening, "opening"),
		words(&s.Files, MaxFiles, "files"), words(&s.Sites, MaxSites, "sites"), words(&s.Tools, MaxTools, "tools"),
	} {
		if err != nil {
			return Spec{}, err
		}
	}
	questions := []string{}
	for _, q := range s.Questions {
		if err := line(&q, MaxQuestion, "questions"); err != nil {
			return Spec{}, err
		}
		if q != "" {
			questions = append(questions, q)
		}
	}
	if s.Questions = questions; len(questions) > MaxQuestions {
		return Spec{}, tooLarge("questions", MaxQuestions)
	}
	if s.Mode == "" {
		s.Mode = Default
	}
	if s.Kind == "" {
		s.Kind = Kinds[0]
	}
	switch {
	case s.Category != "" && !slices.Contains(Categories, s.Category):
		return Spec{}, bad("category")
	case !slices.Contains(Modes, s.Mode):
		return Spec{}, bad("mode")
	case !slices.Contains(Kinds, s.Kind):
		return Spec{}, bad("kind")
	case len(s.Model) > maxWord || !utf8.ValidString(s.Model) || strings.ContainsRune(s.Model, 0):
		return Spec{}, bad("model")
	case s.MaxTokens < 0 || s.MaxTokens > MaxTokens:
		return Spec{}, bad("maxTokens")
	case !within(s.Temperature, 2):
		return Spec{}, bad("temperature")
	case !within(s.TopP, 1):
		return Spec{}, bad("topP")
	case s.Avatar != "" && !idPattern.MatchString(s.Avatar):
		return Spec{}, bad("avatar")
	}
	return s, nil
}

// legible removes NUL and bytes that are not UTF-8, which PostgreSQL cannot store.
func legible(s string) string { return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "") }

func bounded(s string, limit int, field string) error {
	if text.Len(s) > limit {
		return tooLarge(field, limit)
	}
	return nil
}

func tooLarge(field string, limit int) error {
	return errs.New(errs.TooLarge).With("limit", strconv.Itoa(limit)).With("detail", field)
}

// words refuses a list of ids or names if the list is too long or an entry is invalid. It removes
// duplicates and empty entries.
func words(list *[]string, limit int, field string) error {
	out := []string{}
	for _, w := range *list {
		if len(w) > maxWord || !utf8.ValidString(w) || strings.ContainsRune(w, 0) {
			return bad(field)
		}
		if w != "" && !slices.Contains(out, w) {
			out = append(out, w)
		}
		if len(out) > limit {
			return tooLarge(field, limit)
		}
	}
	*list = out
	return nil
}

// within reports whether a number is absent or between 0 and limit.
func within(n *float64, limit float64) bool {
	return n == nil || !math.IsNaN(*n) && *n >= 0 && *n <= limit
}

// owned refuses a Spec if a file or the picture does not belong to the author, or if a site does not
// belong to this server. A reference from the previous draft is accepted, even if the file, site or
// picture has been deleted since then.
func (s *Service) owned(ctx context.Context, owner string, v, before Spec) error {
	news := slices.DeleteFunc(slices.Clone(v.Files), func(id string) bool { return slices.Contains(before.Files, id) })
	if len(news) > 0 {
		found, err := s.o.Files(ctx, owner, news)
		if err != nil {
			return err
		}
		if len(found) != len(news) {
			return bad("files")
		}
	}
	if len(v.Sites) > 0 {
		known, err := s.o.Sites(ctx)
		if err != nil {
			return err
		}
		for _, site := range v.Sites {
			if !slices.Contains(before.Sites, site) && !slices.ContainsFunc(known, func(k Named) bool { return k.ID == site }) {
				return bad("sites")
			}
		}
	}
	if v.Avatar != "" && v.Avatar != before.Avatar {
		return s.ownsAvatar(ctx, owner, v.Avatar)
	}
	return nil
}
