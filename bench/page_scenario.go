package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
)

// sized matches a line of the output of web/scripts/size.mjs.
var sized = regexp.MustCompile(`^(\S.*?)\s+([\d.]+) KB of `)

// page checks whether the files loaded by the first page are as small as their goals require.
// web/scripts/size.mjs determines the files and their sizes.
func (b *bench) page() error {
	goals := map[string]float64{"initial JS": 140, "CSS": 12}
	// The script exits with an error when its own limits are exceeded; its figures are still
	// valid.
	out, err := exec.Command("npm", "--prefix", "web", "run", "--silent", "size").Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return err
	}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		m := sized.FindStringSubmatch(lines.Text())
		if m == nil || goals[m[1]] == 0 {
			continue
		}
		size, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return err
		}
		b.most("first page, "+m[1]+", gzip", size, goals[m[1]], " KB")
		delete(goals, m[1])
	}
	if len(goals) > 0 {
		return fmt.Errorf("web/scripts/size.mjs says nothing of %v", goals)
	}
	return nil
}
