package memory

// Asked returns what would be remembered from a question without a model.
func Asked(question string) []string {
	found, _ := asked(question, true)
	return found
}
