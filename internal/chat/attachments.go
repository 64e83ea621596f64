package chat

import (
	"context"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// cloudTypes are types of documents in an online account, which are not files of the library.
var cloudTypes = []string{"smartcanvas", "slide", "sheet", "form", "mind"}

// resolve replaces the client's description of each file by the library's description. Every file must
// belong to the asker. A file that occurs twice in one question counts once. resolve refuses documents of
// online accounts and, where the container allows only one document, a second file that is not a
// picture.
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

// DocumentAnalysis is the chat type for questions about files: the files of the conversation or,
// if the conversation has no files, all files of the asker.
const DocumentAnalysis = "301"

// Documents is the library of files that can be attached to questions. Each file belongs to one owner;
// for anybody else it does not exist.
type Documents interface {
	// Resolve returns the owner's stored file for each of `files`, found by its id or by its
	// address on this server. If the owner does not have a file, Resolve fails with
	// errs.AttachmentGone, which contains the file's name from the request.
	Resolve(ctx context.Context, owner string, files []request.File) ([]request.File, error)
	// Used adds a conversation to the uses of files. The page of each file lists its uses.
	Used(ctx context.Context, owner, cid string, ids []string) error
}

// attachmentGone returns the error for a file that is not in the asker's library.
func attachmentGone(f request.File) error {
	return errs.New(errs.AttachmentGone).With("name", f.Label())
}
