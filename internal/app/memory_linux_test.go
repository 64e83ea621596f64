package app

import (
	"os"
	"strings"
	"testing"
)

func TestReadOnlyPart(t *testing.T) {
	t.Parallel()
	const program = "/usr/bin/wenqu"
	for line, want := range map[string]bool{
		"00400000-03a2b000 r-xp 00000000 fe:01 42    /usr/bin/wenqu":           true,
		"03a2b000-06f00000 r--p 0362b000 fe:01 42    /usr/bin/wenqu":           true,
		"06f00000-07000000 rw-p 06b00000 fe:01 42    /usr/bin/wenqu":           false,
		"7f00-7f01 r--p 00000000 fe:01 43 /usr/bin/wenqu-other":                false,
		"7f00-7f01 r--p 00000000 fe:01 43 /home/usr/bin/wenqu":                 false,
		"7f0000000000-7f0000001000 r--p 00000000 00:00 0":                      false,
		"7ffd0000-7ffd1000 r-xp 00000000 00:00 0     [vdso]":                   false,
		"00400000 r-xp 00000000 fe:01 42    /usr/bin/wenqu":                    false,
		"03a2b000-00400000 r-xp 00000000 fe:01 42    /usr/bin/wenqu":           false,
		"00400000-03a2b000 r-xp 00000000 fe:01 42    /usr/bin/wenqu (deleted)": false,
	} {
		from, to, ok := readOnlyPart(line, program)
		if ok != want || ok && (from != 0x400000 && from != 0x3a2b000 || to <= from) {
			t.Errorf("%s: %x to %x, %v", line, from, to, ok)
		}
	}
}

// The program continues after unmapProgram and has fewer pages in memory.
func TestUnmapProgram(t *testing.T) { //nolint:paralleltest // other tests would load the pages again
	before := residentFile(t)
	unmapProgram()
	if after := residentFile(t); after >= before {
		t.Errorf("%d kB of files are resident, and were %d", after, before)
	}
	unmapProgram()
}

func residentFile(t *testing.T) (kB int) {
	t.Helper()
	all, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(all)) {
		if rest, ok := strings.CutPrefix(line, "RssFile:"); ok {
			for _, c := range strings.TrimSpace(rest) {
				if c < '0' || c > '9' {
					break
				}
				kB = 10*kB + int(c-'0')
			}
		}
	}
	return kB
}
