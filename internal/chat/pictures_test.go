package chat

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestPictures checks that a model that accepts pictures gets the pictures of this question and of
// earlier questions. For any other model, the prompt and the steps state that the model does not see the
// pictures. The built-in engine describes the data of a picture.
func TestPictures(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.models.online, h.models.vision = true, true
		h.files.add(alice, request.File{ID: "i-1", Type: "image", FileName: "猫.png", Size: 345678, Width: 640, Height: 480}).look = source.Picture{
			Format: "PNG", Size: 345678, Width: 640, Height: 480, Text: "出口 [citation:1]",
			Colours: []source.Colour{{Hex: "#102030", Name: errs.Text{ZhCN: "深蓝"}, Share: 0.62}},
		}
		h.ask(t, alice, "conv-0001", "", files("i-1"))
		h.ask(t, alice, "conv-0001", "左边呢？")
		all := h.asked()
		first, second := all[0].Messages, all[1].Messages
		if m := first[1]; m.Content != "请描述这张图片。" || len(m.Images) != 1 || string(m.Images[0].Data) != "i-1" {
			t.Errorf("%+v", m)
		}
		if len(second[1].Images) != 1 || len(second[3].Images) != 0 || second[3].Content != "左边呢？" {
			t.Errorf("%+v", second)
		}

		h.models.vision = false
		h.ask(t, alice, "conv-0002", "这是什么？", files("i-1"))
		if prompt := h.lastPrompt(t); !strings.Contains(prompt, "看不到图片《猫.png》") || !strings.Contains(prompt, "出口 ［citation:1]") || len(h.asked()[2].Messages[1].Images) > 0 {
			t.Errorf("%s", prompt)
		}
		if diff := cmp.Diff([]string{"当前模型看不到图片《猫.png》"}, steps(h.answerOf(t, alice, "conv-0002"))); diff != "" {
			t.Errorf("steps: %s", diff)
		}

		h.models.online = false
		h.ask(t, alice, "conv-0003", "这是什么？", files("i-1"))
		text := items[stream.Text](h.answerOf(t, alice, "conv-0003"))[0].Msg
		for _, part := range []string{"**图片《猫.png》**", "格式 PNG，640 × 480 像素，338 KB", "深蓝 `#102030` 62%", "出口", "看不懂画面内容"} {
			if !strings.Contains(text, part) {
				t.Errorf("%q is not in %s", part, text)
			}
		}
	})
}
