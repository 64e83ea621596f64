package view

import (
	"github.com/danielgtaylor/huma/v2"
)

// Schema returns the schema of Items for the API document. It is written by hand, because the fields of
// an item cannot be derived from the Go type.
func (Items) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{
		Type:                 huma.TypeObject,
		Description:          "an item of api/stream/schema.json",
		Properties:           map[string]*huma.Schema{"type": {Type: huma.TypeString}},
		Required:             []string{"type"},
		AdditionalProperties: true,
	}}
}
