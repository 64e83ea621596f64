package tree

import (
	"testing"

	"pgregory.net/rapid"
)

// TestLeaf checks the leaf below a random message of random trees.
func TestLeaf(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "messages")
		nodes := make([]Node, n)
		for i := range nodes {
			nodes[i] = Node{Index: i + 1, Parent: rapid.IntRange(0, i).Draw(t, "parent")}
		}
		children := map[int][]int{}
		for _, nd := range nodes {
			children[nd.Parent] = append(children[nd.Parent], nd.Index)
		}
		for i := range nodes {
			if c := children[nodes[i].Index]; len(c) > 0 && rapid.Bool().Draw(t, "looked") {
				nodes[i].Chosen = rapid.SampledFrom(c).Draw(t, "chosen")
			}
		}
		from := rapid.IntRange(1, n).Draw(t, "from")
		leaf := Leaf(nodes[from-1:], from)
		if len(children[leaf]) > 0 {
			t.Fatalf("leaf %d has children", leaf)
		}
		for at := leaf; at != from; at = nodes[at-1].Parent {
			parent := nodes[at-1].Parent
			if parent < from {
				t.Fatalf("leaf %d is not below %d", leaf, from)
			}
			want := nodes[parent-1].Chosen
			if want == 0 {
				want = children[parent][len(children[parent])-1]
			}
			if at != want {
				t.Fatalf("at %d it went to %d, not %d", parent, at, want)
			}
		}
		if got := Leaf(nodes, n+1); got != 0 {
			t.Fatalf("an unknown message has leaf %d", got)
		}
	})
}
