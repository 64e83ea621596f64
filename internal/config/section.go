package config

import (
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/setting"
)

// Section is the name of the settings section whose document replaces
// general.json.
const Section = "general"

var numbers = errs.Text{ZhCN: "数值与开关", ZhTW: "數值與開關", En: "Numbers and switches"}

// scalars are the numbers and switches with their own fields on the administration page; all other
// values are edited as JSON.
var scalars = []setting.Scalar{
	{
		Path: "maxConvRound", Group: numbers, Min: 1, Max: 200, Label: errs.Text{ZhCN: "最多轮数", ZhTW: "最多輪數", En: "Most rounds"},
		Help: errs.Text{ZhCN: "模型能看到多少轮之前的对话", ZhTW: "模型能看到多少輪先前的對話", En: "How many earlier rounds a model is given"},
	},
	{
		Path: "documentConfig.singleFileMaxSize", Group: numbers, Min: 1, Max: 100, Unit: 1 << 20,
		Label: errs.Text{ZhCN: "单个文件最大（MB）", ZhTW: "單一檔案上限（MB）", En: "Largest file (MB)"},
		Help:  errs.Text{ZhCN: "最多 100 MB", ZhTW: "最多 100 MB", En: "At most 100 MB"},
	},
	{
		Path: "appBaseConfig.enableTempConv", Group: numbers, Switch: true, Label: errs.Text{ZhCN: "临时对话", ZhTW: "臨時對話", En: "Temporary chats"},
		Help: errs.Text{ZhCN: "允许开不留记录的对话", ZhTW: "允許開不留紀錄的對話", En: "Allow chats that leave nothing behind"},
	},
}

// Sections describes the general information as a section of the
// administration's settings.
func (s *Service) Sections() []setting.Section {
	out := setting.Parsed(Section, Parse, func(f *File) error {
		s.Use(f)
		return nil
	})
	out.Default = func() any { return s.Current() }
	out.Fields = func(locale string) []setting.Field { return setting.Fields(scalars, locale) }
	return []setting.Section{out}
}

// Preview returns the general information made from a draft of the section.
func (s *Service) Preview(raw json.RawMessage, locale string) (any, error) {
	f, err := Parse(raw)
	if err != nil {
		return nil, err
	}
	return s.With(f).General(locale)
}
