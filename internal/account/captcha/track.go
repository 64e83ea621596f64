package captcha

import "time"

// Step is a position of the piece while it is moved: its left edge in pixels of the
// picture, and the time since the first step in milliseconds.
type Step struct {
	X int `json:"x"`
	T int `json:"t"`
}

// Limits for the track of a person.
const (
	minSteps = 5
	minTime  = 200 * time.Millisecond
	clockOff = time.Second // a track may last this much longer than the puzzle was shown, because clocks differ
)

// Moved reports whether the track of a Slide looks as if a person had made it, with a pointer or with
// keys. Such a track has at least minSteps steps and ends at the chosen point. It has no large jump, its
// time never runs backwards, and its steps are not all alike. `shown` is how long the puzzle was shown.
// Both `shown` and the duration of the track must be at least minTime. The track may last at most
// clockOff longer than `shown`. A Click has no track; for a Click the result is true.
func (a Answer) Moved(track []Step, points []Tap, shown time.Duration) bool {
	if a.Kind != Slide {
		return true
	}
	if len(track) < minSteps || len(points) != 1 {
		return false
	}
	end := track[len(track)-1]
	took := time.Duration(end.T-track[0].T) * time.Millisecond
	if end.X != points[0].X || took < minTime || took > shown+clockOff || shown < minTime {
		return false
	}
	leap := max(abs(end.X-a.From)*2/3, 1)
	even := true
	for i, s := range track[1:] {
		before := track[i]
		dx, dt := s.X-before.X, s.T-before.T
		if dt < 0 || abs(dx) > leap {
			return false
		}
		even = even && dx == track[1].X-track[0].X && dt == track[1].T-track[0].T
	}
	return !even
}

func abs(n int) int { return max(n, -n) }
