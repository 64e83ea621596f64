package reading

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type marginNoteBody struct {
	ID     string `json:"id,omitempty" doc:"absent: a new one"`
	DocID  string `json:"docId,omitempty"`
	Unit   int    `json:"unit,omitempty" doc:"page, slide, sheet or section, from 1"`
	Quote  string `json:"quote,omitempty" doc:"what was selected; 2,000 characters at most"`
	Prefix string `json:"prefix,omitempty" doc:"what stands before it; 100 characters at most"`
	Suffix string `json:"suffix,omitempty" doc:"what stands behind it; 100 characters at most"`
	Color  string `json:"color,omitempty" doc:"yellow, green, blue, pink or purple"`
	Text   string `json:"text,omitempty" doc:"absent: a highlight; 5,000 characters at most"`
}

type marginNote struct {
	ID        string `json:"id"`
	DocID     string `json:"docId"`
	Unit      int    `json:"unit"`
	Quote     string `json:"quote"`
	Prefix    string `json:"prefix"`
	Suffix    string `json:"suffix"`
	Color     string `json:"color"`
	Text      string `json:"text" doc:"empty: a highlight"`
	CreatedAt int64  `json:"createdAt" doc:"Unix seconds"`
	UpdatedAt int64  `json:"updatedAt" doc:"Unix seconds"`
}

func viewOfNote(n Note) marginNote {
	return marginNote{n.ID, n.DocumentID, n.Unit, n.Quote, n.Prefix, n.Suffix, n.Color, n.Text, n.CreatedAt / perSecond, n.UpdatedAt / perSecond}
}

type marginNoteAnswer struct {
	Code int        `json:"code" doc:"0"`
	Note marginNote `json:"note"`
}

type notesQuery struct {
	FileRef
	Offset int `json:"offset,omitempty"`
	Limit  int `json:"limit,omitempty" doc:"200 when absent, and at most"`
}

type readingPagination struct {
	TotalResults int `json:"totalResults"`
	Offset       int `json:"offset" doc:"of the next page"`
}

type marginNotesAnswer struct {
	Code       int               `json:"code" doc:"0"`
	Notes      []marginNote      `json:"notes"`
	Pagination readingPagination `json:"pagination"`
}

type marginNotesDelete struct {
	ID  string   `json:"id,omitempty"`
	IDs []string `json:"ids,omitempty"`
}

type marginNotesExport struct {
	FileRef
	Format       string   `json:"format,omitempty" doc:"md, docx or pdf"`
	OffsetOfHour *float64 `json:"offsetOfHour,omitempty" doc:"the asker's distance from UTC in hours, for the dates in the file"`
}

func (s *Service) noteRoutes(r *httpapi.Router) {
	route(r, op(post, "/api/user/agent/doc/notes/list", "The notes in a file's margin, in its order").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in notesQuery) (marginNotesAnswer, error) {
			notes, total, err := s.Notes(ctx, owner, in.file(), in.Offset, in.Limit)
			out := marginNotesAnswer{Notes: make([]marginNote, len(notes)), Pagination: readingPagination{total, in.Offset + len(notes)}}
			for i, n := range notes {
				out.Notes[i] = viewOfNote(n)
			}
			return out, err
		})
	route(r, op(post, "/api/user/agent/doc/notes/save", "Store a note or a highlight").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in marginNoteBody) (marginNoteAnswer, error) {
			n, err := s.SaveNote(ctx, owner, Note{
				ID: in.ID, DocumentID: in.DocID, Unit: in.Unit, Quote: in.Quote, Prefix: in.Prefix, Suffix: in.Suffix, Color: in.Color, Text: in.Text,
			})
			return marginNoteAnswer{Note: viewOfNote(n)}, err
		})
	route(r, op(post, "/api/user/agent/doc/notes/delete", "Delete notes for good").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in marginNotesDelete) (readingDone, error) {
			if in.ID != "" {
				in.IDs = append(in.IDs, in.ID)
			}
			return readingDone{}, s.DeleteNotes(ctx, owner, in.IDs...)
		})
	download(r, aside("/api/user/agent/doc/notes/export", "The notes of a file as a file of their own").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in marginNotesExport) (File, error) {
			return s.ExportNotes(ctx, Download{Owner: owner, ID: in.file(), Format: in.Format, Locale: httpapi.Locale(ctx), Zone: httpapi.Zone(in.OffsetOfHour)})
		})
}
