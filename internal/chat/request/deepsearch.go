package request

import (
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// DeepSearch is part of a question that requests a study (deep research). A study can begin from an
// earlier answer; the fields identify that answer.
type DeepSearch struct {
	ParentCID    string `json:"parentCid,omitempty"` // empty: the study starts without an earlier answer
	ParentIndex  int    `json:"parentIndex,omitempty"`
	ParentRepeat int    `json:"parentRepeat,omitempty"`
}

// speechModeDeepSearch is the speechMode of a question that requests a study.
const speechModeDeepSearch = 5

// DeepSearchFields are the fields of a client's request for a study.
type DeepSearchFields struct {
	IsAiDeepSearch                  json.RawMessage `json:"isAiDeepSearch,omitempty" doc:"true: a study is planned with the asker, and made"`
	SearchDeepMode                  json.RawMessage `json:"searchDeepMode,omitempty" doc:"the same as isAiDeepSearch"`
	SpeechMode                      json.RawMessage `json:"speechMode,omitempty" doc:"5: the same as isAiDeepSearch"`
	SearchDeepModeParentCid         json.RawMessage `json:"searchDeepModeParentCid,omitempty" doc:"the conversation of the answer from which the study begins; one of the asker's own"`
	SearchDeepModeParentIndex       json.RawMessage `json:"searchDeepModeParentIndex,omitempty" doc:"that answer"`
	SearchDeepModeParentRepeatIndex json.RawMessage `json:"searchDeepModeParentRepeatIndex,omitempty" doc:"and its version"`
}

// Read returns the requested study; nil when there is none.
func (f DeepSearchFields) Read() *DeepSearch {
	if !lenient.True(f.IsAiDeepSearch) && !lenient.True(f.SearchDeepMode) && lenient.Integer(f.SpeechMode) != speechModeDeepSearch {
		return nil
	}
	d := &DeepSearch{}
	cid, _ := lenient.String(f.SearchDeepModeParentCid)
	index, repeat := lenient.Integer(f.SearchDeepModeParentIndex), lenient.Integer(f.SearchDeepModeParentRepeatIndex)
	if cid = text.Cut(lenient.Clean(cid), maxModelID); cid != "" && index > 0 && index <= maxIndex && repeat >= 0 && repeat <= maxIndex {
		d.ParentCID, d.ParentIndex, d.ParentRepeat = cid, int(index), int(repeat)
	}
	return d
}

// maxIndex bounds the index of a message and the index of a version.
const maxIndex = 1 << 30
