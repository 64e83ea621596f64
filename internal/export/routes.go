package export

import (
	"context"
	"net/http"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/export/picture"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type exportBody struct {
	ConversationID string   `json:"conversationId,omitempty"`
	Index          int      `json:"index,omitempty" doc:"an answer; absent: the whole chosen branch in its chosen versions"`
	RepeatIndex    *int     `json:"repeatIndex,omitempty" doc:"the version of that answer; absent: the chosen one"`
	Format         Format   `json:"format,omitempty" enum:"md,docx,pdf"`
	OffsetOfHour   *float64 `json:"offsetOfHour,omitempty" doc:"the asker's distance from UTC in hours, for the dates in the file"`

	Diagrams []diagram `json:"diagrams,omitempty" maxItems:"40" doc:"drawings of the Mermaid diagrams in the answers, for docx and pdf; 6 MB together. A diagram without one stands as its source"`
}

type diagram struct {
	Source string `json:"source" maxLength:"20000" doc:"the Mermaid source"`
	PNG    []byte `json:"png" doc:"192 pixels an inch, 2 MB at most"`
}

// maxBody allows picture.MaxAll bytes in base64 plus 2 MB, mainly for the sources of the diagrams.
const maxBody = 10 << 20

// Routes registers the download. It is a POST although it changes nothing, because its parameters
// contain parts of answers (the diagrams), and addresses are logged.
func (s *Service) Routes(r *httpapi.Router) {
	op := httpapi.Op{
		Method: http.MethodPost, Path: "/api/conversation/export", Domain: "export", Owner: httpapi.Mine, Others: httpapi.Unknown,
		Summary: "An answer or a conversation as a Markdown, Word or PDF file", Aside: true, MaxBody: maxBody,
	}.Acting(httpapi.Reader)
	type input struct{ Body exportBody }
	httpapi.Raw(r, op, "application/octet-stream", func(ctx context.Context, in *input, w httpapi.ResponseWriter) error {
		o := Order{
			OwnerID: httpapi.From(ctx).ID, CID: in.Body.ConversationID, Format: in.Body.Format, Locale: httpapi.Locale(ctx),
			Zone: httpapi.Zone(in.Body.OffsetOfHour), Place: Place{Index: in.Body.Index, RepeatIndex: -1},
		}
		if in.Body.RepeatIndex != nil {
			o.Place.RepeatIndex = *in.Body.RepeatIndex
		}
		for _, d := range in.Body.Diagrams {
			o.Diagrams = append(o.Diagrams, picture.Drawing(d))
		}
		f, err := s.Export(ctx, o)
		if err != nil {
			return err
		}
		h := w.Header()
		h.Set("Content-Type", f.ContentType)
		h.Set("Content-Disposition", httpapi.Attachment(f.Name))
		h.Set("Content-Length", strconv.Itoa(len(f.Data)))
		_, _ = w.Write(f.Data) // an error means that the client has closed the connection
		return nil
	})
}
