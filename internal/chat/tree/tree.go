// Package tree finds the shown path through the branches of a conversation.
package tree

// Node is the part of a message that branches depend on.
type Node struct{ Index, Parent, Chosen int }

// Leaf returns the index of the last message of the branch from the message with index `start`. At
// every fork it selects the child that was last shown, or else the newest one. The nodes must be in
// ascending order of index and include all messages after `start`. Leaf returns 0 when the message with
// index `start` is not among them.
func Leaf(nodes []Node, start int) int {
	chosen := make(map[int]int, len(nodes))
	newest := make(map[int]int, len(nodes))
	for _, n := range nodes {
		chosen[n.Index] = n.Chosen
		newest[n.Parent] = n.Index
	}
	if _, ok := chosen[start]; !ok {
		return 0
	}
	at := start
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
