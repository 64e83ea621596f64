package view

import (
	"github.com/danielgtaylor/huma/v2"
)

// Schema returns the schema of the list for the API document, because the Go type does not
// describe the fields of an item.
func (Items) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{
		Type:                 huma.TypeObject,
		Description:          "an item of api/stream/schema.json",
		Properties:           map[string]*huma.Schema{"type": {Type: huma.TypeString}},
		Required:             []string{"type"},
		AdditionalProperties: true,
	}}
}
