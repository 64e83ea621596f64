package avatar

import "testing"

func FuzzAvatar(f *testing.F) {
	f.Add("data:image/png;base64,iVBORw0KGgo=")
	f.Add("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
	f.Add("data:,x")
	f.Fuzz(func(t *testing.T, in string) {
		if out, err := Draw(in); err == nil && (len(out) < 100 || string(out[:2]) != "\xff\xd8") {
			t.Errorf("%q made %d bytes that are no JPEG", in, len(out))
		}
	})
}
