package text

import (
	"fmt"
	"math"
	"strconv"
)

// Size formats a number of bytes for people, in powers of 1024 and rounded to about three digits:
// 254 KB, 1.46 KB, 30 MB. The page uses the same rule (lib/format.ts).
func Size(n int64) string {
	if n < 1<<10 {
		return fmt.Sprintf("%d B", n)
	}
	v, unit := float64(n)/(1<<10), 0
	units := []string{"KB", "MB", "GB", "TB"}
	for math.Round(v) >= 1<<10 && unit < len(units)-1 {
		v, unit = v/(1<<10), unit+1
	}
	decimals := 2
	switch {
	case v >= 100:
		decimals = 0
	case v >= 10:
		decimals = 1
	}
	scale := math.Pow10(decimals)
	return strconv.FormatFloat(math.Round(v*scale)/scale, 'f', -1, 64) + " " + units[unit]
}
