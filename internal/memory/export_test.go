package memory

// Asked returns what would be remembered from a question without a model.
func Asked(question string) []string {
	found, _ := asked(question, true)
	return found
}

// Whole reports whether a question says nothing but what is remembered of it.
func Whole(question string) bool {
	_, whole := asked(question, true)
	return whole
}
