package reading

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type placeBody struct {
	fileRef
	Place
}

type placeAnswer struct {
	Code int `json:"code" doc:"0"`
	Place
}

type recordsBody struct {
	Offset int `json:"offset,omitempty"`
	Limit  int `json:"limit,omitempty" doc:"100 when absent, and at most"`
}

type recordView struct {
	DocID     string  `json:"docId"`
	FileName  string  `json:"fileName"`
	Title     string  `json:"title" doc:"as the file says it; may be empty"`
	DocType   string  `json:"docType"`
	Status    Status  `json:"status" doc:"ready, waiting, failed or stored"`
	Units     int     `json:"units"`
	UnitKind  string  `json:"unitKind"`
	Unit      int     `json:"unit" doc:"where the reader was; 0: not begun"`
	Progress  float64 `json:"progress" doc:"the same as a part of the whole, 0 to 1"`
	Notes     int     `json:"notes" doc:"how many"`
	CID       string  `json:"cid" doc:"the conversation about it; empty: nothing was asked yet"`
	VisitedAt int64   `json:"visitedAt" doc:"Unix seconds"`
}

type recordsAnswer struct {
	Code       int          `json:"code" doc:"0"`
	Records    []recordView `json:"records"`
	Pagination pagination   `json:"pagination"`
}

type conversationAnswer struct {
	Code           int    `json:"code" doc:"0"`
	CID            string `json:"cid"`
	ConversationID string `json:"conversationId" doc:"the same"`
}

type recordsDelete struct {
	fileRef
	DocIDs []string `json:"docIds,omitempty"`
}

func viewOf(r Record) recordView {
	d := r.Document
	v := recordView{
		DocID: d.ID, FileName: d.Name, Title: d.Summary.Title, DocType: d.DocType, Status: d.Status, Units: d.Units, UnitKind: string(d.UnitKind),
		Unit: r.Unit, Notes: r.Notes, CID: r.CID, VisitedAt: r.VisitedAt / perSecond,
	}
	if d.Units > 0 {
		v.Progress = min(1, float64(r.Unit)/float64(d.Units))
	}
	return v
}

func (s *Service) recordRoutes(r *httpapi.Router) {
	route(r, op(post, "/api/user/agent/doc/state/get", "Where the reader of a file was"),
		func(ctx context.Context, owner string, in fileRef) (placeAnswer, error) {
			p, err := s.PlaceOf(ctx, owner, in.file())
			return placeAnswer{Place: p}, err
		})
	route(r, op(post, "/api/user/agent/doc/state/save", "Remember where the reader of a file is"),
		func(ctx context.Context, owner string, in placeBody) (codeOnly, error) {
			return codeOnly{}, s.SavePlace(ctx, owner, in.file(), in.Place)
		})
	route(r, op(post, "/api/user/agent/v2/docChatRecord/query", "The files that the asker reads, the last one first"),
		func(ctx context.Context, owner string, in recordsBody) (recordsAnswer, error) {
			records, total, err := s.Records(ctx, owner, in.Offset, in.Limit)
			out := recordsAnswer{Records: make([]recordView, len(records)), Pagination: pagination{total, in.Offset + len(records)}}
			for i, rec := range records {
				out.Records[i] = viewOf(rec)
			}
			return out, err
		})
	route(r, op(post, "/api/user/agent/v2/docChatRecord/queryMsg", "The conversation in which a file is asked about"),
		func(ctx context.Context, owner string, in fileRef) (conversationAnswer, error) {
			cid, err := s.Conversation(ctx, owner, in.file())
			return conversationAnswer{CID: cid, ConversationID: cid}, err
		})
	route(r, op(post, "/api/user/agent/v2/docChatRecord/visit", "Note that a file is being read"),
		func(ctx context.Context, owner string, in fileRef) (codeOnly, error) {
			return codeOnly{}, s.Visit(ctx, owner, in.file())
		})
	route(r, op(post, "/api/user/agent/v2/docChatRecord/delete", "Take files out of the list of those being read; the files stay"),
		func(ctx context.Context, owner string, in recordsDelete) (codeOnly, error) {
			if id := in.file(); id != "" {
				in.DocIDs = append(in.DocIDs, id)
			}
			return codeOnly{}, s.DeleteRecords(ctx, owner, in.DocIDs...)
		})
}
