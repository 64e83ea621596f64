package memory

// Asked is what is noticed of a question without a model.
func Asked(question string) []string {
	found, _ := asked(question, true)
	return found
}
