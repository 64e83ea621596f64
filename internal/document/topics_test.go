package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

func TestTopics(t *testing.T) {
	t.Parallel()
	at := func(level int, lines ...string) (out []parsed.Heading) {
		for _, l := range lines {
			out = append(out, parsed.Heading{Level: level, Text: l, Unit: 1})
		}
		return out
	}
	for name, c := range map[string]struct {
		outline []parsed.Heading
		want    []string
	}{
		"nothing":                {nil, []string{}},
		"numbers are left out":   {at(1, "第一条　租赁期限", "二、租金", "3.1 押金："), []string{"租赁期限", "租金", "押金"}},
		"in English":             {at(1, "Chapter 1: Getting started", "2. Configuration", "Appendix A"), []string{"Getting started", "Configuration"}},
		"years and amounts stay": {at(1, "2026 年计划", "7 天行程"), []string{"2026 年计划", "7 天行程"}},
		"frames are no topics":   {at(1, "目录", "前言", "第一章 总则", "参考文献", "附件一 清单", "Contents"), []string{}},
		"the title is no topic":  {append(at(1, "房屋租赁合同"), at(2, "租金", "押金", "违约责任", "争议解决")...), []string{"租金", "违约责任", "争议解决"}},
		"the same once":          {at(1, "概述", "概述", "方法"), []string{"概述", "方法"}},
		"too short and too long": {at(1, "甲", strings.Repeat("很长", 13), "123", "适中"), []string{"适中"}},
		"the highest level":      {append(at(2, "细节"), at(1, "水源", "渠系", "调度", "收费")...), []string{"水源", "调度", "收费"}},
	} {
		d := Document{Name: "合同.pdf", Title: "房屋租赁合同", Outline: c.outline}
		if diff := cmp.Diff(c.want, d.topics()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
