package offline

import "sync"

// skills is the router's table: the first that understands the question
// answers. Skills that work on a text given with the question come first, since
// that text may itself look like a question; help comes last.
var skills = sync.OnceValue(func() []skill {
	return []skill{
		formatSkill,
		regexSkill,
		diffSkill,
		encodeSkill,
		hashSkill,
		scriptSkill,
		pinyinSkill,
		countSkill,
		linesSkill,
		templateSkill,
		radixSkill,
		numeralSkill,
		randomSkill,
		holidaySkill,
		lunarSkill,
		dateSkill,
		clockSkill,
		unitSkill,
		calculatorSkill,
		helpSkill,
	}
})
