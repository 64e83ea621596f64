package cite

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/source"
)

// TestLongerUnitsFirst checks that in `units`, a unit follows all longer units that begin with it.
// Otherwise, a longer unit would never be found.
func TestLongerUnitsFirst(t *testing.T) {
	t.Parallel()
	for i, u := range units {
		for _, later := range units[i+1:] {
			if strings.HasPrefix(later.written, u.written) {
				t.Errorf("%s is read as %s", later.written, u.written)
			}
		}
	}
	for written, want := range map[string]string{
		"100日元": "yen", "5日": "hour", "三年级": "grade", "三年": "month", "90年代": "decade", "2克拉": "carat", "2克": "gram", "30克朗": "krona",
		"500台币": "twd", "5台": "set", "100人民币": "yuan", "8港币": "hkd",
	} {
		if f := factsOf(written); len(f.numbers) != 1 || f.numbers[0].unit != want {
			t.Errorf("%s: %+v, want the unit %s", written, f.numbers, want)
		}
	}
}

// In 百分点, 百 belongs to the unit and not to the number before it.
func TestPercentagePoints(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"3百分点": "3", "3个百分点": "3", "3.5 百分点": "7/2", "三百分点": "3", "三点五个百分点": "7/2", "一百二十个百分点": "120",
	} {
		f := factsOf("提高了" + written + "。")
		if len(f.numbers) != 1 || f.numbers[0].value.RatString() != want || f.numbers[0].unit != "ratio" || len(f.times) > 0 {
			t.Errorf("%s: %+v, want %s", written, f, want)
		}
	}
}

// TestOneThingChanged checks that a passage supports sentences with the same content. It does not
// support sentences with one changed detail.
func TestOneThingChanged(t *testing.T) {
	t.Parallel()
	for passage, sentences := range map[string]map[string]bool{
		"检修从 5 月 18 日开始，期间暂停供水。": {
			"检修 18 日开始，期间暂停供水。": true, "检修期间暂停供水 18 小时。": false,
		},
		"保教费每学期 4,800 元，伙食费按出勤天数计算，每天 18 元，月底结算。": {
			"伙食费是每天 18 元。": true, "保教费每学期 4,800 元。": true, "伙食费每学期 4,800 元。": false,
		},
		"付款方式：签约付 50%，进场前一日付 40%，撤展后三日内付尾款。": {
			"签约时付 50%。": true, "进场前一天付 40%。": true, "签约时先付 40%。": false,
		},
		"满十年的年假十天，满二十年的年假十五天。": {
			"满二十年有十五天年假。": true, "满十年有十五天年假。": false,
		},
		"超过五天的出差由直属主管批准，还要分管副总批准。": {
			"超过五天的出差还要分管副总批准。": true, "超过五天的出差只要直属主管批准就行。": false,
		},
		"梁婶腊月里关了铺子，坐船去了汉口。": {
			"梁婶腊月关了铺子。": true, "梁婶清明节关了铺子。": false, "梁婶坐船去了上海。": false,
		},
		"上门服务可以测血压、换药，输液不行。": {
			"上门服务可以换药。": true, "上门服务不能输液。": true, "上门服务可以输液。": false,
		},
		"车上备有氧气瓶，用一瓶 30 元。": {
			"氧气瓶用一瓶 30 元。": true, "车上的氧气瓶免费。": false,
		},
		"减肥处理的产量与常规相比没有显著差异。": {
			"减肥处理的产量没有显著差异。": true, "减肥处理的产量有明显差异。": false,
		},
		"保修期自验收签字之日起算，共两年。": {
			"保修期从验收签字那天开始算。": true, "保修期从开工那天开始算。": false,
		},
		"出门牵绳不超过一米五，烈性犬一律不准养。": {
			"牵绳不超过 1.5 米。": true, "牵绳不超过 2.5 米。": false, "烈性犬不让养。": true, "烈性犬可以养。": false,
		},
		"左前门做过漆，最低气温 4 度，当年满六次免次年年费。": {
			"右前门做过漆。": false, "左前门做过漆。": true, "最高气温 4 度。": false, "满六次免当年年费。": false, "满六次免次年年费。": true,
		},
		"每单成本多四毛，员工买书打七五折。": {
			"每单成本多 0.4 元。": true, "每单成本多 0.5 元。": false, "员工买书七五折。": true, "员工买书八五折。": false,
		},
		"门票一百日元，寄存三年级学生的书包免费，另有一枚 2 克拉的钻石和 500 台币的餐券，是 90 年代的东西。": {
			"门票是 100 日元。": true, "门票管 100 日。": false, "书包寄存三年免费。": false, "钻石重 2 克拉。": true, "钻石重 2 克。": false,
			"餐券是 500 台币。": true, "有 500 台餐券机。": false, "东西是 90 年代的。": true, "东西用了 90 年。": false,
		},
	} {
		src := source.Source{ID: "1", Kind: source.File, Title: "文件", Text: passage}
		for sentence, want := range sentences {
			if got := newStatement(sentence, newReading()).supportedBy(src); got != want {
				t.Errorf("%s\n%s: %v", passage, sentence, got)
			}
		}
	}
}
