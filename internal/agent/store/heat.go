package store

import (
	"math"
	"time"
)

// The weight of a use or a like halves every halfLife. The heat of an agent is the base-2 logarithm
// of a sum of weight × 2^(t/halfLife), where t is the time from `zero` to the use or the like. The sum
// covers the agent's uses and likes, and one more like at the time of its first listing (see Show).
//
// Ageing divides all sums by the same factor and so does not change their order. Therefore a heat can
// be stored, and must be changed only when a use or a like is added or removed.
const (
	halfLife   = 14 * 24 * time.Hour
	useWeight  = 1.0
	likeWeight = 2.0
)

// zero is the reference time of heats; it keeps the numbers small.
var zero = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// warmer returns a heat with one more use or like. Heat 0 means that there was none before.
func warmer(heat, weight float64, at time.Time) float64 {
	add := math.Log2(weight) + age(at)
	if heat == 0 {
		return add
	}
	most, least := max(heat, add), min(heat, add)
	return most + math.Log2(1+math.Exp2(least-most))
}

// cooler returns a heat without an earlier use or like, which was added with `weight` and `at`.
func cooler(heat, weight float64, at time.Time) float64 {
	rest := 1 - math.Exp2(math.Log2(weight)+age(at)-heat)
	if heat == 0 || rest < 1e-6 { // only a rounding error is left
		return 0
	}
	return max(heat+math.Log2(rest), 0)
}

// age returns the time between `zero` and `at`, in half-lives. It is at least 0.001, so that heat 0
// can mean that there was no use and no like.
func age(at time.Time) float64 { return max(float64(at.Sub(zero))/float64(halfLife), 0.001) }
