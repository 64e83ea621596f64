package chat

import (
	"context"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// cloudTypes are documents that live in an account elsewhere and are no files.
var cloudTypes = []string{"smartcanvas", "slide", "sheet", "form", "mind"}

// resolve puts the library's word in the place of the client's: every file is
// the asker's own, and called what the library calls it. Within one question a
// file counts once.
func (s *Service) resolve(ctx context.Context, a *Ask) error {
	if len(a.Files) == 0 {
		return nil
	}
	for _, f := range a.Files {
		if f.ID == "" && f.URL == "" && (slices.Contains(cloudTypes, f.Type) || slices.Contains(cloudTypes, f.DocType)) {
			return errs.New(errs.CloudDocument).With("name", f.Label())
		}
	}
	files, err := s.Documents.Resolve(ctx, a.OwnerID, a.Files)
	if err != nil {
		return stored(err)
	}
	a.Files = request.Distinct(files)
	documents := 0
	for _, f := range a.Files {
		if f.Type != "image" {
			documents++
		}
	}
	if a.OneDocument && documents > 1 {
		return errs.New(errs.OneDocument)
	}
	return nil
}

// DocumentAnalysis is the chat type in which every question is about files: the
// conversation's own, or all of the asker's when it has none.
const DocumentAnalysis = "301"

// Documents are the files that questions may attach. Everything in it belongs
// to an owner, and what is not the owner's does not exist.
type Documents interface {
	// Resolve finds the owner's stored file for every one of files, by its id or
	// by our own address of it, and gives what the library says of it. It fails
	// with errs.AttachmentGone and the name that was asked for.
	Resolve(ctx context.Context, owner string, files []request.File) ([]request.File, error)
	// Used notes that a conversation uses files, for the page that says where.
	Used(ctx context.Context, owner, cid string, ids []string) error
}

// attachmentGone names a file that the asker does not have.
func attachmentGone(f request.File) error {
	return errs.New(errs.AttachmentGone).With("name", f.Label())
}
