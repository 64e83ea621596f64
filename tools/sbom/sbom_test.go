package main

import (
	"encoding/json"
	"strings"
	"testing"
)

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

// Each component in `data` has the text of its licence. The command "sbom texts" writes these texts to a file for
// the distribution with the binary.
func TestDataHasTexts(t *testing.T) {
	t.Parallel()
	list, err := withTexts("../..", data)
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]string{"MIT": "Permission is hereby granted", "OFL-1.1": "SIL OPEN FONT LICENSE", "Apache-2.0": "TERMS AND CONDITIONS FOR USE"}
	for _, c := range list {
		if text := strings.Join(c.Texts, "\n"); words[c.License] == "" || !strings.Contains(text, words[c.License]) {
			t.Errorf("%s has no text of its licence %s", c.Name, c.License)
		}
	}
}

// The list has each component with its licence and, for a library, its package URL, as scanners expect.
func TestCycloneDX(t *testing.T) {
	t.Parallel()
	data, err := cyclonedx([]Component{
		{Kind: "golang", Name: "github.com/a/b", Version: "v1.2.3", License: "MIT"},
		{Kind: "npm", Name: "@a/b", Version: "4.5.6", License: "Apache-2.0"},
		{Kind: "data", Name: "a list", License: "CC-BY-4.0"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got bom
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	want := []string{"library pkg:golang/github.com/a/b@v1.2.3 MIT", "library pkg:npm/%40a/b@4.5.6 Apache-2.0", "data  CC-BY-4.0"}
	for i, c := range got.Components {
		if s := c.Type + " " + c.PURL + " " + c.Licenses[0].Expression; s != want[i] {
			t.Errorf("%s, want %s", s, want[i])
		}
	}
	if len(got.Components) != len(want) || got.Format != "CycloneDX" || got.Version != "1.6" {
		t.Errorf("%s", data)
	}
}
