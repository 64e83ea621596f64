// Package tree finds the shown path through the branches of a conversation.
package tree

// Node contains the fields of a message that determine the branches.
type Node struct{ Index, Parent, Chosen int }

// Leaf returns the index of the last message of the branch from the message with index `start`. At
// every fork it selects the child last shown, or else the newest child. The nodes must be in ascending
// order of index and include all messages after `start`. Leaf returns 0 when the message with index
// `start` is not among them.
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
		if next <= at { // no child, or a cycle in damaged rows
			return at
		}
		at = next
	}
}
