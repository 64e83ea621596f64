// Package tree finds the shown path through the branches of a conversation.
package tree

// Node is a message as far as branches go.
type Node struct{ Index, Parent, Chosen int }

// Leaf follows a branch from message from to its end: at every fork it takes the child
// that was shown last, else the newest one. Nodes come in ascending order of index, and
// hold at least every message after from. It gives 0 when from is not among them.
func Leaf(nodes []Node, from int) int {
	chosen := make(map[int]int, len(nodes))
	newest := make(map[int]int, len(nodes))
	for _, n := range nodes {
		chosen[n.Index] = n.Chosen
		newest[n.Parent] = n.Index
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
