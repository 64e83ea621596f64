package reading

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type readingPlaceBody struct {
	FileRef
	Place
}

type readingPlaceAnswer struct {
	Code int `json:"code" doc:"0"`
	Place
}

type readingRecordsBody struct {
	Offset int `json:"offset,omitempty"`
	Limit  int `json:"limit,omitempty" doc:"100 when absent, and at most"`
}

type readingRecord struct {
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

type readingRecordsAnswer struct {
	Code       int               `json:"code" doc:"0"`
	Records    []readingRecord   `json:"records"`
	Pagination readingPagination `json:"pagination"`
}

type readingConversationAnswer struct {
	Code           int    `json:"code" doc:"0"`
	CID            string `json:"cid"`
	ConversationID string `json:"conversationId" doc:"the same"`
}

type readingRecordsDelete struct {
	FileRef
	DocIDs []string `json:"docIds,omitempty"`
}

func viewOf(r Record) readingRecord {
	d := r.Document
	v := readingRecord{
		DocID: d.ID, FileName: d.Name, Title: d.Summary.Title, DocType: d.DocType, Status: d.Status, Units: d.Units, UnitKind: string(d.UnitKind),
		Unit: r.Unit, Notes: r.Notes, CID: r.CID, VisitedAt: r.VisitedAt / perSecond,
	}
	if d.Units > 0 {
		v.Progress = min(1, float64(r.Unit)/float64(d.Units))
	}
	return v
}

func (s *Service) recordRoutes(r *httpapi.Router) {
	route(r, op(post, "/api/user/agent/doc/state/get", "Where the reader of a file was").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in FileRef) (readingPlaceAnswer, error) {
			p, err := s.PlaceOf(ctx, owner, in.file())
			return readingPlaceAnswer{Place: p}, err
		})
	route(r, op(post, "/api/user/agent/doc/state/save", "Remember where the reader of a file is").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in readingPlaceBody) (readingDone, error) {
			return readingDone{}, s.SavePlace(ctx, owner, in.file(), in.Place)
		})
	route(r, op(post, "/api/user/agent/v2/docChatRecord/query", "The files that the asker reads, the last one first"),
		func(ctx context.Context, owner string, in readingRecordsBody) (readingRecordsAnswer, error) {
			records, total, err := s.Records(ctx, owner, in.Offset, in.Limit)
			out := readingRecordsAnswer{Records: make([]readingRecord, len(records)), Pagination: readingPagination{total, in.Offset + len(records)}}
			for i, rec := range records {
				out.Records[i] = viewOf(rec)
			}
			return out, err
		})
	route(r, op(post, "/api/user/agent/v2/docChatRecord/queryMsg", "The conversation in which a file is asked about").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in FileRef) (readingConversationAnswer, error) {
			cid, err := s.Conversation(ctx, owner, in.file())
			return readingConversationAnswer{CID: cid, ConversationID: cid}, err
		})
	route(r, op(post, "/api/user/agent/v2/docChatRecord/visit", "Note that a file is being read").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in FileRef) (readingDone, error) {
			return readingDone{}, s.Visit(ctx, owner, in.file())
		})
	route(r, op(post, "/api/user/agent/v2/docChatRecord/delete", "Take files out of the list of those being read; the files stay").Naming(httpapi.Unknown),
		func(ctx context.Context, owner string, in readingRecordsDelete) (readingDone, error) {
			if id := in.file(); id != "" {
				in.DocIDs = append(in.DocIDs, id)
			}
			return readingDone{}, s.DeleteRecords(ctx, owner, in.DocIDs...)
		})
}
