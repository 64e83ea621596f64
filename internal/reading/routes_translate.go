package reading

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type translateBody struct {
	FileRef
	From  int    `json:"from,omitempty" doc:"the first unit, from 1; 1 when absent"`
	To    int    `json:"to,omitempty" doc:"the last unit; from when absent, and at most four more"`
	Lang  string `json:"lang,omitempty" doc:"zh-CN, zh-TW, en, ja, ko, fr, de, es, ru, pt, it, ar, th or vi; absent: English for a Chinese file, else Chinese"`
	Again bool   `json:"again,omitempty" doc:"try once more after failed"`
}

type translateAnswer struct {
	Code int `json:"code" doc:"0"`
	Translation
	ErrorMsg string `json:"errorMsg"`
}

type translatedFile struct {
	FileRef
	Lang         string   `json:"lang,omitempty"`
	Format       string   `json:"format,omitempty" doc:"md, docx or pdf"`
	TargetOnly   bool     `json:"targetOnly,omitempty" doc:"without the text that was translated"`
	OffsetOfHour *float64 `json:"offsetOfHour,omitempty" doc:"the asker's distance from UTC in hours, for the date in the file"`
}

func (s *Service) translateRoutes(r *httpapi.Router) {
	route(r, aside("/api/user/agent/doc/translate", "Pages of a file in another language, a paragraph beside the other").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in translateBody) (translateAnswer, error) {
			if in.From == 0 {
				in.From = 1
			}
			t, err := s.Translate(ctx, Wish{Owner: owner, ID: in.file(), TraceID: httpapi.TraceID(ctx), From: in.From, To: in.To, Lang: in.Lang, Again: in.Again})
			return translateAnswer{Translation: t, ErrorMsg: message(ctx, t.Failure, "")}, err
		})
	download(r, aside("/api/user/agent/doc/translate/download", "A translated file").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in translatedFile) (File, error) {
			return s.DownloadTranslation(ctx, Download{
				Owner: owner, ID: in.file(), Lang: in.Lang, Format: in.Format, Alone: in.TargetOnly, Locale: httpapi.Locale(ctx), Zone: httpapi.Zone(in.OffsetOfHour),
			})
		})
}
