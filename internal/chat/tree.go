package chat

// node is a message as far as branches go.
type node struct{ index, parent, chosen int }

// leafOf follows a branch from message from to its end: at every fork the
// child last looked at, else the newest one. Nodes come in ascending order of
// index, and hold at least every message after from. It gives 0 when from is
// not among them.
func leafOf(nodes []node, from int) int {
	chosen := make(map[int]int, len(nodes))
	newest := make(map[int]int, len(nodes))
	for _, n := range nodes {
		chosen[n.index] = n.chosen
		newest[n.parent] = n.index
	}
	if _, ok := chosen[from]; !ok {
		return 0
	}
	at := from
	for {
		next := chosen[at]
		if next == 0 {
			next = newest[at]
		}
		if next <= at { // no child; a damaged row cannot lead in a circle
			return at
		}
		at = next
	}
}
