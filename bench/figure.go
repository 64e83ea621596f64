package main

import (
	"fmt"
	"math"
	"strings"
)

// figure is a measured value with its goal.
type figure struct {
	name   string
	value  float64
	limit  float64
	unit   string // "×" for a ratio to the bare relay
	atMost bool   // the goal is an upper limit
}

// measured is false if the value is NaN, which `ratio` returns for a baseline that is not positive. Such a
// baseline is the time of the bare relay minus the time of a direct call. On a busy machine, the
// difference can be negative.
func (f figure) measured() bool { return !math.IsNaN(f.value) }

// holds reports whether the goal is met; it is also false for a figure that was not measured.
func (f figure) holds() bool {
	if f.atMost {
		return f.value <= f.limit
	}
	return f.value >= f.limit
}

func (f figure) String() string {
	sign, mark := "≤", "holds"
	if !f.atMost {
		sign = "≥"
	}
	if !f.holds() {
		mark = "MISSED"
	}
	if !f.measured() {
		return fmt.Sprintf("%-58s %9s  (goal %s %s)", f.name, "not measured: the machine is too busy", sign, show(f.limit)+f.unit)
	}
	return fmt.Sprintf("%-58s %9s  (goal %s %s: %s)", f.name, show(f.value)+f.unit, sign, show(f.limit)+f.unit, mark)
}

func show(v float64) string {
	if v >= 20 {
		return fmt.Sprintf("%.0f", v)
	}
	return strings.TrimSuffix(fmt.Sprintf("%.2f", v), ".00")
}

// ratio divides `value` by the baseline `to`. If the baseline is not positive, it returns NaN.
func ratio(value, to float64) float64 {
	if to <= 0 {
		return math.NaN()
	}
	return value / to
}

// most and least print a figure with an upper or a lower limit, and store it for the summary.
func (b *bench) most(name string, value, limit float64, unit string) {
	b.keep(figure{name, value, limit, unit, true})
}

func (b *bench) least(name string, value, limit float64, unit string) {
	b.keep(figure{name, value, limit, unit, false})
}

func (b *bench) keep(f figure) {
	fmt.Println(f)
	b.figures = append(b.figures, f)
}

// summary prints all figures, and how many goals are met.
func (b *bench) summary() {
	missed := 0
	fmt.Printf("\n## all figures with a goal\n")
	for _, f := range b.figures {
		fmt.Println(f)
		if !f.holds() {
			missed++
		}
	}
	fmt.Printf("%d of %d hold\n", len(b.figures)-missed, len(b.figures))
}
