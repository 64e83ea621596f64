package parse

import "testing"

func TestNumbers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		format string
		n      int
		want   string
	}{
		{"decimal", 12, "12"}, {"decimalZero", 7, "07"}, {"lowerLetter", 28, "bb"}, {"upperRoman", 1994, "MCMXCIV"}, {"lowerRoman", 4, "iv"},
		{"chineseCounting", 10, "十"}, {"chineseCountingThousand", 11, "十一"}, {"taiwaneseCounting", 105, "一百零五"}, {"japaneseCounting", 2020, "二千零二十"}, {"chineseCounting", 110, "一百一十"},
		{"decimalEnclosedCircle", 3, "③"}, {"unheardOf", 5, "5"}, {"upperRoman", 5000, "5000"},
	} {
		if got := Counted(tt.format, tt.n); got != tt.want {
			t.Errorf("%s of %d: %q, want %q", tt.format, tt.n, got, tt.want)
		}
	}
}
