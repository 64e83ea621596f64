package main

import "testing"

func TestMayLink(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]bool{
		"MIT": true, "(MIT OR GPL-2.0)": true, "BSD-3-Clause AND MIT": true, "MIT AND OFL-1.1": true,
		"GPL-3.0": false, "AGPL-3.0": false, "MIT AND GPL-2.0": false, "": false, "UNLICENSED": false,
	} {
		if mayLink(expression) != want {
			t.Errorf("mayLink(%q) is %v", expression, !want)
		}
	}
}

func TestIdentify(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"MIT License\n\nPermission is hereby granted, free\nof charge, to any person obtaining a copy": "MIT",
		"                   GNU AFFERO GENERAL PUBLIC\n LICENSE":                                       "AGPL-3.0",
		"Apache License\n    Version 2.0, January 2004":                                                "Apache-2.0",
		"All rights reserved.": "",
	} {
		if got := identify(text); got != want {
			t.Errorf("identify(%q) = %q, want %q", text, got, want)
		}
	}
}
