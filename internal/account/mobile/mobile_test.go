package mobile

import (
	"strings"
	"testing"
)

func FuzzPhone(f *testing.F) {
	for _, s := range []string{"13800138000", "+85251234567", "+1 (415) 555-2671", "00861380013800x", "＋８６13800138000", "+", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		phone, err := Normal(in)
		if err != nil {
			return
		}
		if again, err := Normal(phone); err != nil || again != phone {
			t.Errorf("%q is %q, and that is %q, %v", in, phone, again, err)
		}
		masked := Mask(phone)
		if strings.Contains(masked, phone) || !strings.Contains(masked, "*") {
			t.Errorf("%q is shown as %q", phone, masked)
		}
	})
}
