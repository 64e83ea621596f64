package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// allowed are the licences of components that may be linked into the binary. These licences allow
// the distribution of the binary under Apache-2.0 with the notices of the components.
var allowed = []string{"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "FTL", "ISC", "MIT", "MPL-2.0", "OFL-1.1", "Unlicense", "Zlib"}

// mayLink reports whether an SPDX expression is allowed, in the forms used by packages: for "A
// OR B" one allowed licence is enough, for "A AND B" all must be allowed.
func mayLink(expression string) bool {
	expression = strings.Trim(strings.TrimSpace(expression), "()")
	if either := strings.Split(expression, " OR "); len(either) > 1 {
		return slices.ContainsFunc(either, mayLink)
	}
	for _, one := range strings.Split(expression, " AND ") {
		if !slices.Contains(allowed, strings.Trim(one, "() ")) {
			return false
		}
	}
	return true
}

// marks are typical sentences of licences, the more specific sentences first.
var marks = []struct{ id, sentence string }{
	{"FTL OR GPL-2.0-or-later", "your choice of exactly one of the following two licenses"},
	{"OFL-1.1", "SIL OPEN FONT LICENSE"},
	{"AGPL-3.0", "GNU AFFERO GENERAL PUBLIC LICENSE"},
	{"LGPL", "GNU LESSER GENERAL PUBLIC LICENSE"},
	{"GPL", "GNU GENERAL PUBLIC LICENSE"},
	{"MPL-2.0", "Mozilla Public License Version 2.0"},
	{"MPL-2.0", "Mozilla Public License, version 2.0"},
	{"Apache-2.0", "Apache License Version 2.0"},
	{"Unlicense", "This is free and unencumbered software"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose"},
	{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose"},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"BSD-3-Clause", "may be used to endorse or promote products derived from"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce the above copyright notice"},
}

// identify returns the licence of a text, or "" for an unknown licence.
func identify(text string) string {
	plain := strings.Join(strings.Fields(text), " ")
	for _, m := range marks {
		if strings.Contains(strings.ToLower(plain), strings.ToLower(m.sentence)) {
			return m.id
		}
	}
	return ""
}

// licenseTexts reads the licence files of a package. `own` are the licences of the package itself,
// `others` are the licences of contained or mentioned code.
func licenseTexts(dir string) (own, others []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if !slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"}, func(p string) bool { return strings.HasPrefix(name, p) }) {
			continue
		}
		files := []string{filepath.Join(dir, e.Name())}
		if e.IsDir() {
			if files, err = filepath.Glob(filepath.Join(dir, e.Name(), "*")); err != nil {
				return nil, nil, err
			}
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, nil, err
			}
			if e.IsDir() || strings.Contains(name, "PARTY") {
				others = append(others, string(text))
			} else {
				own = append(own, string(text))
			}
		}
	}
	return own, others, nil
}
