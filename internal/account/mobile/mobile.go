// Package mobile parses and masks mobile phone numbers.
package mobile

import (
	"strings"

	"github.com/nyaruka/phonenumbers"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// maxLength is the longest accepted input, in bytes.
const maxLength = 40

// Normal converts a mobile number to E.164. A number without a country code is read as one of
// mainland China. For input that cannot be a mobile number, Normal fails with errs.WrongPhone.
func Normal(s string) (string, error) {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > maxLength {
		return "", errs.New(errs.WrongPhone)
	}
	n, err := phonenumbers.Parse(s, "CN")
	if err != nil || !phonenumbers.IsValidNumber(n) || n.GetExtension() != "" {
		return "", errs.New(errs.WrongPhone)
	}
	switch phonenumbers.GetNumberType(n) {
	case phonenumbers.MOBILE, phonenumbers.FIXED_LINE_OR_MOBILE:
		return phonenumbers.Format(n, phonenumbers.E164), nil
	default:
		return "", errs.New(errs.WrongPhone)
	}
}

// Mask shows the country, the beginning and the last two or four digits of an E.164 number, for
// example +86 138****8000. Of a very short number it shows only the country. Text that is not a
// number is hidden completely.
func Mask(number string) string {
	n, err := phonenumbers.Parse(number, "")
	if err != nil {
		return "****"
	}
	country, rest, _ := strings.Cut(strings.TrimPrefix(phonenumbers.Format(n, phonenumbers.INTERNATIONAL), "+"), " ")
	var digits strings.Builder
	for _, r := range rest {
		if r >= '0' && r <= '9' {
			digits.WriteRune(r)
		}
	}
	d := digits.String()
	head, tail := 3, 4
	if len(d) < 10 {
		head, tail = 1, 2
	}
	if len(d) < head+tail+2 {
		return "+" + country + " ****"
	}
	return "+" + country + " " + d[:head] + strings.Repeat("*", len(d)-head-tail) + d[len(d)-tail:]
}
