package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
)

const head = `问渠 Wenqu
Copyright The Wenqu Authors

This product is under the Apache License 2.0 (LICENSE). Its binary holds what is
listed here, each under its own licence; make sbom writes their whole texts and
a CycloneDX list into bin/. This file is written by make licenses.
`

var headings = map[string]string{
	"data":   "Data",
	"golang": "Go modules linked into the binary",
	"npm":    "npm packages built into the page",
}

func notice(all []Component) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(head)
	kind := ""
	for _, c := range all {
		if c.Kind != kind {
			kind = c.Kind
			fmt.Fprintf(&b, "\n%s\n\n", headings[kind])
		}
		b.WriteString("  " + strings.Join(strings.Fields(c.Name+" "+c.Version), " ") + " (" + c.License + ")")
		if c.Use != "" {
			b.WriteString(": " + c.Use)
		}
		b.WriteString("\n")
	}
	return b.Bytes(), nil
}

func texts(all []Component) ([]byte, error) {
	b := bytes.NewBufferString(head)
	for _, c := range all {
		fmt.Fprintf(b, "\n%s\n%s %s (%s)\n\n", strings.Repeat("=", 78), c.Name, c.Version, c.License)
		for _, text := range c.Texts {
			b.WriteString(strings.TrimSpace(text) + "\n\n")
		}
	}
	return b.Bytes(), nil
}

type bom struct {
	Format     string         `json:"bomFormat"`
	Version    string         `json:"specVersion"`
	Serial     int            `json:"version"`
	Components []bomComponent `json:"components"`
}

type bomComponent struct {
	Type     string       `json:"type"`
	Name     string       `json:"name"`
	Version  string       `json:"version,omitempty"`
	PURL     string       `json:"purl,omitempty"`
	Licenses []bomLicense `json:"licenses"`
}

type bomLicense struct {
	Expression string `json:"expression"`
}

// inPURL turns an escaped path into a part of a package URL: / is not escaped, and @ is escaped, because
// an unescaped @ separates the version.
var inPURL = strings.NewReplacer("%2F", "/", "@", "%40")

func cyclonedx(all []Component) ([]byte, error) {
	out := bom{Format: "CycloneDX", Version: "1.6", Serial: 1, Components: []bomComponent{}}
	for _, c := range all {
		row := bomComponent{Type: "library", Name: c.Name, Version: c.Version, Licenses: []bomLicense{{c.License}}}
		if c.Kind == "data" {
			row.Type = "data"
		} else if c.Version != "" {
			row.PURL = "pkg:" + c.Kind + "/" + inPURL.Replace(url.PathEscape(c.Name)) + "@" + c.Version
		}
		out.Components = append(out.Components, row)
	}
	return json.MarshalIndent(out, "", "  ")
}
