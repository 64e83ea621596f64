package store

import (
	"math"
	"time"
)

// Uses and likes count half as much after halfLife. The heat of an agent is the
// base-2 logarithm of the sum of weight × 2^(t/halfLife) over its uses and likes,
// t being the time since zero. Time makes all sums smaller by the same factor,
// so that the order of heats changes only with a use or a like and can be stored.
const (
	halfLife   = 14 * 24 * time.Hour
	useWeight  = 1.0
	likeWeight = 2.0
)

// zero is when heats begin to be counted; it keeps the numbers small.
var zero = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// warmer is a heat after something of a weight happened; heat 0 is that of an
// agent with which nothing has happened.
func warmer(heat, weight float64, at time.Time) float64 {
	add := math.Log2(weight) + age(at)
	if heat == 0 {
		return add
	}
	most, least := max(heat, add), min(heat, add)
	return most + math.Log2(1+math.Exp2(least-most))
}

// cooler takes back what warmer did at a time.
func cooler(heat, weight float64, at time.Time) float64 {
	rest := 1 - math.Exp2(math.Log2(weight)+age(at)-heat)
	if heat == 0 || rest < 1e-6 { // nothing is left but what rounding made
		return 0
	}
	return max(heat+math.Log2(rest), 0)
}

// age is a time in half-lives since zero, at least a little more than none.
func age(at time.Time) float64 { return max(float64(at.Sub(zero))/float64(halfLife), 0.001) }
