package admin

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// How says what happened to a part of a section.
type How string

// Values of How.
const (
	Added   How = "added"
	Removed How = "removed"
	Changed How = "changed"
	Moved   How = "moved" // the elements of a list have another order
	Reset   How = "reset" // the section was removed, so that files and variables apply
	Same    How = "same"  // nothing changed
	More    How = "more"  // further changes, for which the record had no space
)

// Change is a change of one element of a list, such as a provider, or of the fields outside of such
// lists. It contains no values besides the element's name.
type Change struct {
	How    How      `json:"how"`
	List   string   `json:"list,omitempty"` // the field with the list; empty: the fields outside of lists
	ID     string   `json:"id,omitempty"`
	Name   string   `json:"name,omitempty"`   // name of the element at that time; may be empty
	Fields []string `json:"fields,omitempty"` // paths of changed fields; in an element of a list, the paths begin at the element
}

// part is an element of a list. The fields outside of lists are one part, without a list and an id.
type part struct{ list, id string }

// content is a section's document in a form that can be compared.
type content struct {
	fields map[part]map[string]string // values by path
	names  map[part]string
	order  map[string][]string // ids of the elements by list
	own    map[part]bool       // true: the element exists even without the document; see ownField
}

// compared returns the changes between two documents whose secrets are readable. If a document does not
// contain a field outside of lists, the field has its value in `base`, which applies when no document is
// stored.
func compared(before, after, base json.RawMessage) []Change {
	if len(after) == 0 {
		return []Change{{How: Reset}}
	}
	usual := read(base)
	was, is := read(before), read(after)
	if len(before) == 0 {
		was = usual
	}
	for path, value := range usual.fields[part{}] {
		for _, doc := range []content{was, is} {
			if _, there := doc.fields[part{}][path]; !there {
				doc.fields[part{}][path] = value
			}
		}
	}
	var out []Change
	for _, p := range parts(was, is) {
		old, there := was.fields[p]
		now, left := is.fields[p]
		c := Change{How: Changed, List: p.list, ID: p.id, Name: is.names[p]}
		switch {
		case (!there || !left) && (is.own[p] || was.own[p]):
			if c.Fields = stated(now); len(c.Fields) == 0 {
				continue
			}
		case !there:
			c.How = Added
		case !left:
			c.How, c.Name = Removed, was.names[p]
		default:
			if c.Fields = differing(old, now); len(c.Fields) == 0 {
				continue
			}
		}
		out = append(out, c)
	}
	for _, list := range slices.Sorted(maps.Keys(is.order)) {
		if !slices.Equal(common(was.order[list], is.order[list]), common(is.order[list], was.order[list])) {
			out = append(out, Change{How: Moved, List: list})
		}
	}
	if len(out) == 0 {
		return []Change{{How: Same}}
	}
	return out
}

// parts returns the parts of both documents: elements by list and id, then the fields outside of lists.
func parts(was, is content) []part {
	all := maps.Clone(was.fields)
	maps.Copy(all, is.fields)
	return slices.SortedFunc(maps.Keys(all), func(a, b part) int {
		if (a.list == "") != (b.list == "") {
			return strings.Compare(b.list, a.list)
		}
		return strings.Compare(a.list+"\x00"+a.id, b.list+"\x00"+b.id)
	})
}

// differing returns the paths with different values in two parts.
func differing(was, is map[string]string) []string {
	all := maps.Clone(was)
	maps.Copy(all, is)
	var out []string
	for path := range all {
		old, there := was[path]
		now, left := is[path]
		if there != left || old != now {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}

// stated returns the paths of the non-empty fields of an own element (see ownField).
func stated(fields map[string]string) []string {
	var out []string
	for path, value := range fields {
		if path != "id" && path != ownField && value != `""` && value != "0" && value != "false" {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}

// ownField is true in an element that exists without the document, such as a search source from a model's
// key. Such an element is stored as soon as any other element of the list is saved.
const ownField = "own"

// common returns the ids of `list` that are in `other`, too.
func common(list, other []string) []string {
	there := map[string]bool{}
	for _, id := range other {
		there[id] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(id string) bool { return !there[id] })
}

// read takes a document apart. A list at the top whose elements have ids is compared by element; any
// other list is one value.
func read(raw json.RawMessage) content {
	out := content{fields: map[part]map[string]string{{}: {}}, names: map[part]string{}, order: map[string][]string{}, own: map[part]bool{}}
	var doc map[string]any
	if len(bytes.TrimSpace(raw)) == 0 || json.Unmarshal(raw, &doc) != nil {
		return out
	}
	for key, value := range doc {
		elements, ids := withIDs(value)
		if len(elements) == 0 {
			leaves(value, key, out.fields[part{}])
			continue
		}
		out.order[key] = ids
		for i, element := range elements {
			p := part{key, ids[i]}
			out.names[p], _ = element["name"].(string)
			out.own[p], _ = element[ownField].(bool)
			out.fields[p] = map[string]string{}
			leaves(element, "", out.fields[p])
		}
	}
	return out
}

// nameIn returns the name of an element in a list of a document; empty if there is no name.
func nameIn(raw json.RawMessage, list, id string) string { return read(raw).names[part{list, id}] }

// withIDs returns the elements of a list and their ids. If an element has no id, withIDs returns
// nothing.
func withIDs(value any) (elements []map[string]any, ids []string) {
	list, _ := value.([]any)
	for i, child := range list {
		element, _ := child.(map[string]any)
		id, _ := element["id"].(string)
		if id == "" || nameOf(i, child) != id {
			return nil, nil
		}
		elements, ids = append(elements, element), append(ids, id)
	}
	return elements, ids
}

// leaves collects the values of a document in `out`, by their paths. If the elements of a list have
// ids, each element is one value. Otherwise the whole list is one value; an empty list has no value.
func leaves(doc any, place string, out map[string]string) {
	if inner, ok := doc.(map[string]any); ok {
		for key, child := range inner {
			leaves(child, strings.TrimPrefix(place+"."+key, "."), out)
		}
		return
	}
	if elements, ids := withIDs(doc); len(elements) > 0 {
		for i, element := range elements {
			b, _ := json.Marshal(element)
			out[place+"["+ids[i]+"]"] = string(b)
		}
		return
	}
	if list, ok := doc.([]any); ok && len(list) == 0 {
		return // an empty list counts as absent: when its first element is added, only that element is reported
	}
	b, _ := json.Marshal(doc)
	out[place] = string(b)
}

// maxChanges is more than the number of changes that fit into a record. Without this limit, a section
// with thousands of elements would be encoded thousands of times to find how many fit.
const maxChanges = maxDetail / 10

// written returns the detail of a record: as many of the changes as fit.
func written(all []Change) string {
	for n := min(len(all), maxChanges); n > 0; n-- {
		kept := all[:n:n]
		if n < len(all) {
			kept = append(kept, Change{How: More})
		}
		if b, _ := json.Marshal(kept); text.Len(string(b)) <= maxDetail {
			return string(b)
		}
	}
	first := all[0]
	first.Fields = nil
	b, _ := json.Marshal([]Change{first, {How: More}})
	return string(b)
}

// Changes returns the changes in a record about a saved section; nil for other acts. Records of earlier
// versions are lists of paths with signs.
func Changes(e Entry) []Change {
	if e.Action != SaveSettings || e.Detail == "" {
		return nil
	}
	var out []Change
	if json.Unmarshal([]byte(e.Detail), &out) == nil {
		return out
	}
	return ofPaths(strings.Fields(e.Detail))
}

var (
	// elementPath matches the path of a field in an element with an id. Its groups are the list, the id, and
	// the rest. A number in brackets does not match: it is the position of an element without an id.
	elementPath = regexp.MustCompile(`^(\w+)\[([^\]]*[^\]\d][^\]]*)\]\.?(.*)$`)
	// placeInList matches the position of an element without an id, and everything after it.
	placeInList = regexp.MustCompile(`\[\d+\].*$`)
	// behindElement matches an id or a position in brackets, which is group 1, and everything after it.
	behindElement = regexp.MustCompile(`(\[[^\]]+\]).*$`)
)

// ofPaths converts a list of paths to changes. Each path has a sign: + if it was added, - if it was
// removed, ~ if it was changed. An element was added or removed if its id was added or removed.
func ofPaths(paths []string) []Change {
	found := map[part]*Change{}
	var order []part
	for _, signed := range paths {
		path := strings.TrimLeft(signed, "+-~")
		var p part
		if m := elementPath.FindStringSubmatch(path); m != nil {
			p, path = part{m[1], m[2]}, m[3]
		}
		c := found[p]
		if c == nil {
			c = &Change{How: Changed, List: p.list, ID: p.id}
			found[p], order = c, append(order, p)
		}
		if p.id != "" && path == "id" {
			c.How = map[byte]How{'+': Added, '-': Removed}[signed[0]]
		}
		path = behindElement.ReplaceAllString(placeInList.ReplaceAllString(path, ""), "$1")
		if path != "" && !slices.Contains(c.Fields, path) {
			c.Fields = append(c.Fields, path)
		}
	}
	out := make([]Change, len(order))
	for i, p := range order {
		out[i] = *found[p]
		if out[i].How != Changed {
			out[i].Fields = nil
		}
	}
	return out
}
