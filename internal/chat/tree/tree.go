// Package tree finds the shown path through the branches of a conversation.
package tree

// Node is the part of a message that branches depend on.
type Node struct{ Index, Parent, Chosen int }

// Leaf follows a branch from message from to its end: at every fork it selects the child that was
// last shown, or else the newest one. Nodes are in ascending order of index and contain at least
// every message after from. Leaf returns 0 when from is not among them.
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
		if next <= at { // no child; this check also ends cycles of damaged rows
			return at
		}
		at = next
	}
}
