package document

import (
	"context"
	"io"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type genUploadInfo struct {
	FileName string `json:"fileName,omitempty"`
	DocFrom  string `json:"docFrom,omitempty" doc:"localDoc"`
	Size     *int64 `json:"size,omitempty" doc:"bytes; when it is said, exactly that many must come"`
}

// UploadInfo is a ticket to upload one file.
type UploadInfo struct {
	UploadURL   string `json:"uploadUrl" doc:"where the bytes are PUT"`
	ResourceURL string `json:"resourceUrl" doc:"where the file will be"`
	ResourceID  string `json:"resourceID"`
	ResourceID2 string `json:"resourceId" doc:"the same"`
	ExpiredTime int64  `json:"expiredTime" doc:"Unix seconds"`
	MaxSize     int64  `json:"maxSize" doc:"bytes"`
}

type uploadAnswer struct {
	Code int `json:"code" doc:"0"`
	UploadInfo
	Data UploadInfo `json:"data" doc:"the same, for clients that read it here"`
}

// arrival is the progress of an upload.
type arrival struct {
	UploadOffset string `header:"Upload-Offset"`
	Body         struct {
		Code       int           `json:"code" doc:"0"`
		ResourceID string        `json:"resourceId"`
		Offset     int64         `json:"offset" doc:"how many bytes there are; the next ones follow there"`
		Complete   bool          `json:"complete" doc:"the file is there, and the ticket used up"`
		Data       *documentView `json:"data,omitempty" doc:"of a file that is complete"`
	}
}

func arrived(ctx context.Context, a Arrival, err error) (*arrival, error) {
	if err != nil {
		return nil, err
	}
	out := &arrival{UploadOffset: strconv.FormatInt(a.Offset, 10)}
	out.Body.ResourceID, out.Body.Offset, out.Body.Complete = a.ID, a.Offset, a.Complete
	if a.Complete {
		v := a.Document.view(ctx)
		out.Body.Data = &v
	}
	return out, nil
}

// uploadRoutes registers the API calls that upload files.
func (s *Service) uploadRoutes(r *httpapi.Router) {
	begin := op(post, "/api/resource/genUploadInfo", "Get the right to upload one file").Acting(httpapi.Editor)
	begin.Upload = true
	httpapi.Route(r, begin, func(ctx context.Context, in *body[genUploadInfo]) (*body[uploadAnswer], error) {
		who, err := httpapi.Ensure(ctx)
		if err != nil {
			return nil, err
		}
		size := int64(Unsaid)
		if in.Body.Size != nil {
			size = *in.Body.Size
		}
		t, err := s.Begin(ctx, who.ID, in.Body.FileName, size)
		if err != nil {
			return nil, err
		}
		info := UploadInfo{
			UploadURL: uploadPath + t.Token, ResourceURL: httpapi.InProject(ctx, contentPath+t.ID), ResourceID: t.ID, ResourceID2: t.ID,
			ExpiredTime: t.ExpiresAt.Unix(), MaxSize: t.MaxSize,
		}
		return &body[uploadAnswer]{uploadAnswer{UploadInfo: info, Data: info}}, nil
	})

	type ticket struct {
		Ticket string `path:"ticket"`
	}
	look := op(get, uploadPath+"{ticket}", "How much of a file has come; HEAD gives the header alone").Naming(httpapi.Bearer)
	look.Owner = httpapi.None
	httpapi.Route(r, look, func(ctx context.Context, in *ticket) (*arrival, error) {
		a, err := s.Arrived(ctx, in.Ticket)
		return arrived(ctx, a, err)
	})

	type piece struct {
		Ticket string `path:"ticket"`
		Offset int64  `header:"Upload-Offset" doc:"where the bytes belong; absent or 0: from the start"`
	}
	bytes := op(put, uploadPath+"{ticket}", "Send the bytes of a file, or the rest of them").Naming(httpapi.Bearer)
	bytes.Owner, bytes.Stream, bytes.Upload, bytes.MaxBody = httpapi.None, true, true, maxUpload
	httpapi.Route(r, bytes, func(ctx context.Context, in *piece) (*arrival, error) {
		rest := httpapi.Body(ctx)
		a, err := s.Receive(ctx, in.Ticket, in.Offset, rest)
		s.drain(rest)
		return arrived(ctx, a, err)
	})

	type whole struct {
		FileName string `query:"fileName"`
	}
	add := op(post, "/api/user/docs/upload", "Bring a file in one request").Acting(httpapi.Editor)
	add.Stream, add.Upload, add.MaxBody = true, true, maxUpload
	httpapi.Route(r, add, func(ctx context.Context, in *whole) (*body[documentAnswer], error) {
		who, err := httpapi.Ensure(ctx)
		if err != nil {
			return nil, err
		}
		rest := httpapi.Body(ctx)
		d, err := s.Add(ctx, who.ID, in.FileName, rest)
		s.drain(rest)
		return answer(ctx, d, err)
	})
}

// maxUpload is the limit of a request's body: one byte more than the largest file. A file that is
// too large then fails with the error of the upload instead of the error of the body limit.
const maxUpload = MaxFile + 1

// drain reads and discards the rest of a request's body, up to the size limit of files. A browser
// reads the response, for example to a refused upload, only after the whole body is sent.
func (s *Service) drain(rest io.Reader) { _, _ = io.CopyN(io.Discard, rest, s.limit(Other)) }
