package memory

// Asked returns what is remembered from a question when there is no model.
func Asked(question string) []string {
	found, _ := asked(question, true)
	return found
}

// Whole reports whether a question contains nothing but statements to remember.
func Whole(question string) bool {
	_, whole := asked(question, true)
	return whole
}
