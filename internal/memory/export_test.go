package memory

// Asked returns what would be remembered from a question without a model.
func Asked(question string) []string {
	found, _ := asked(question, true)
	return found
}

// Whole reports whether a question contains nothing but statements to remember.
func Whole(question string) bool {
	_, whole := asked(question, true)
	return whole
}
