// Package quota contains the limits per person and per address, such as questions per day,
// simultaneous answers, and uploads. The configuration sets the defaults of some limits;
// administrators change the limits while the server runs.
package quota

import (
	"context"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/setting"
)

// Section is the name of the settings section.
const Section = "limits"

// Role is the role of the asker. The number of questions per day depends on it.
type Role int

// The roles.
const (
	Visitor Role = iota
	User
	Admin
)

// Options are the dependencies of a Service; all are required.
type Options struct {
	Defaults Defaults
	Off      bool // switches off all limits, regardless of the settings
	// Asked returns the number of an owner's answers that ended today, including failed answers.
	Asked func(ctx context.Context, owner string) (int64, error)
	// Changed is called after the limits have changed.
	Changed func()
	Now     func() time.Time
}

// Service contains the limits in effect. It is safe for concurrent use.
type Service struct {
	Options
	rows   []setting.Scalar
	limits atomic.Pointer[Limits]
}

// New makes the service with the default limits.
func New(o Options) *Service {
	s := &Service{Options: o, rows: Rows(o.Defaults)}
	s.use(setting.Defaults(s.rows))
	return s
}

// Limits are the limits in effect.
func (s *Service) Limits() Limits {
	if s.Off {
		return Limits{}
	}
	return *s.limits.Load()
}

func (s *Service) use(values setting.Values) {
	l := limitsOf(values)
	s.limits.Store(&l)
}

// perDay is the number of questions per day for a role; 0 means no limit.
func (l Limits) perDay(r Role) int {
	switch r {
	case Admin:
		return l.AdminQuestionsPerDay
	case User:
		return l.UserQuestionsPerDay
	default:
		return l.VisitorQuestionsPerDay
	}
}

// MayAsk fails with errs.OverQuota when the owner has used up the questions of the day.
func (s *Service) MayAsk(ctx context.Context, owner string, r Role) error {
	most := s.Limits().perDay(r)
	if most == 0 {
		return nil
	}
	n, err := s.Asked(ctx, owner)
	if err != nil || n < int64(most) {
		return err
	}
	now := s.Now()
	midnight := time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, now.Location())
	return errs.New(errs.OverQuota).With("limit", strconv.Itoa(most)).Retry(midnight.Sub(now))
}

// Sections describes the limits as a section of the administration's settings.
func (s *Service) Sections() []setting.Section {
	return []setting.Section{setting.Numbers(Section, s.rows, func(v setting.Values) {
		s.use(v)
		s.Changed()
	})}
}
