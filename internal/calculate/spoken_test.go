package calculate_test

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/calculate"
)

// TestPercentBehindAFunction checks that a percent sign applies to the value of a function and not to
// its argument.
func TestPercentBehindAFunction(t *testing.T) {
	t.Parallel()
	for spoken, want := range map[string]string{
		"sqrt(4)%":         "(sqrt(4)/100)",
		"200*sqrt(4)%":     "200*(sqrt(4)/100)",
		"sqrt(sqrt(16))%":  "(sqrt(sqrt(16))/100)",
		"(1+sqrt(4)%)*2":   "(1+(sqrt(4)/100))*2",
		"(3+4)%":           "((3+4)/100)",
		"200*15%":          "200*(15/100)",
		"sqrt(4%)":         "sqrt((4/100))",
		"sqrt(4)+15%":      "sqrt(4)+(15/100)",
		"2*pi%":            "2*(pi/100)",
		"sqrt(9)+(1+2)%*3": "sqrt(9)+((1+2)/100)*3",
	} {
		if got, ok := calculate.Expression(spoken); !ok || got != want {
			t.Errorf("%s: %s %v, want %s", spoken, got, ok, want)
		}
	}
}
