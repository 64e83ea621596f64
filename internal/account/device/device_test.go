package device

import "testing"

func FuzzDeviceName(f *testing.F) {
	f.Add("Mozilla/5.0 (Windows NT 10.0) Chrome/1")
	f.Fuzz(func(t *testing.T, agent string) {
		if name := Name(agent); len(name) > 60 {
			t.Errorf("%q is called %q", agent, name)
		}
	})
}
