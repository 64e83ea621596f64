package document

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// documentView is a document as sent to clients.
type documentView struct {
	ID           string           `json:"id"`
	ResourceID   string           `json:"resourceId" doc:"the same as id"`
	FileName     string           `json:"fileName"`
	Title        string           `json:"title" doc:"what the file calls itself; empty when it says nothing"`
	Type         FileType         `json:"type" doc:"image, video, pdf, txt, doc, audio, ppt, excel, code or file"`
	DocType      string           `json:"docType" doc:"the extension of its format"`
	MIME         string           `json:"mime"`
	Size         int64            `json:"size" doc:"bytes"`
	Status       State            `json:"status" enum:"queued,parsing,ready,failed,stored"`
	Progress     float64          `json:"progress" doc:"of parsing, 0 to 1"`
	Units        int              `json:"units" doc:"pages, slides, sheets or sections; while it is parsed, how many there are so far"`
	UnitKind     parsed.UnitKind  `json:"unitKind" doc:"page, slide, sheet or section; empty before it is parsed"`
	Chars        int              `json:"chars"`
	Outline      []parsed.Heading `json:"outline" doc:"empty in lists"`
	Topics       []string         `json:"topics" doc:"at most three of the file's own headings that a question can be asked about, without their numbers"`
	Warnings     []parsed.Warning `json:"warnings" doc:"what was left out of it"`
	ErrorCode    string           `json:"errorCode" doc:"of a file that failed; 20050 and 20051 ask for a password"`
	ErrorMsg     string           `json:"errorMsg"`
	URL          string           `json:"url"`
	ThumbURL     string           `json:"thumbUrl" doc:"of an image; empty without a small picture"`
	Width        int              `json:"width"`
	Height       int              `json:"height"`
	CreateTime   int64            `json:"createTime" doc:"Unix seconds"`
	UpdateTime   int64            `json:"updateTime"`
	LastUsedTime int64            `json:"lastUsedTime" doc:"0: never asked about"`
}

const perSecond = 1000 // milliseconds in a second

// view converts a document for the asker in ctx.
func (d Document) view(ctx context.Context) documentView {
	v := documentView{
		ID: d.ID, ResourceID: d.ID, FileName: d.Name, Title: d.Title, Type: d.Type, DocType: d.DocType, MIME: d.MIME, Size: d.Size,
		Status: d.State, Progress: d.Progress, Units: d.Units, UnitKind: d.UnitKind, Chars: d.Chars,
		Outline: d.Outline, Topics: d.topics(), Warnings: d.Warnings, ErrorCode: string(d.ErrorCode), URL: httpapi.InProject(ctx, contentPath+d.ID), Width: d.Width, Height: d.Height,
		CreateTime: d.CreatedAt / perSecond, UpdateTime: d.UpdatedAt / perSecond, LastUsedTime: d.UsedAt / perSecond,
	}
	if d.State == Failed {
		v.ErrorMsg = errs.New(d.ErrorCode).With("file", d.Name).Message(httpapi.Locale(ctx))
	}
	if d.Thumb != "" {
		v.ThumbURL = httpapi.InProject(ctx, thumbPath+d.ID)
	}
	if v.Outline == nil {
		v.Outline = []parsed.Heading{}
	}
	if v.Warnings == nil {
		v.Warnings = []parsed.Warning{}
	}
	return v
}

// views converts a list of documents, without their outlines.
func views(ctx context.Context, documents []Document) []documentView {
	out := make([]documentView, len(documents))
	for i, d := range documents {
		out[i] = d.view(ctx)
		out[i].Outline = []parsed.Heading{}
	}
	return out
}
