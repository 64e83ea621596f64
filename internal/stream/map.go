package stream

import "encoding/json"

// Map is the part with every text that people read changed by text, and every
// source first by doc. Ids, addresses, codes and names of machines stay. The
// part itself does not change.
func (it Item) Map(text func(string) string, doc func(Doc) Doc) Item {
	docs := func(list []Doc) []Doc {
		out := each(list, doc)
		for i, d := range out {
			d.Title, d.Quote, d.WebSiteName, d.SourceName = text(d.Title), text(d.Quote), text(d.WebSiteName), text(d.SourceName)
			out[i] = d
		}
		return out
	}
	switch e := it.Event.(type) {
	case Text:
		e.Msg = text(e.Msg)
		it.Event = e
	case Think:
		e.Title, e.Content = text(e.Title), text(e.Content)
		it.Event = e
	case Reasoner:
		e.Msg = text(e.Msg)
		it.Event = e
	case Step:
		e.Msg, e.Detail, e.Args = text(e.Msg), text(e.Detail), each(e.Args, text)
		it.Event = e
	case Tool:
		e.Title, e.Input, e.Output, e.Error = text(e.Title), text(e.Input), text(e.Output), text(e.Error)
		it.Event = e
	case Card:
		e.Title, e.Fallback, e.Data = text(e.Title), text(e.Fallback), mapData(e.Data, text)
		it.Event = e
	case DeepSearch:
		e.Title = text(e.Title)
		e.Contents = each(e.Contents, func(c DeepSearchItem) DeepSearchItem {
			c.Msg, c.Docs = text(c.Msg), docs(c.Docs)
			return c
		})
		it.Event = e
	case SearchWithText:
		e.Msg, e.Docs = text(e.Msg), docs(e.Docs)
		it.Event = e
	case SearchGuid:
		e.Title, e.Docs = text(e.Title), docs(e.Docs)
		it.Event = e
	case MultiAnswer:
		e.Answers = each(e.Answers, func(a ModelAnswer) ModelAnswer {
			a.Msg = text(a.Msg)
			return a
		})
		it.Event = e
	case Progress:
		e.Desc = text(e.Desc)
		it.Event = e
	case File:
		e.FileName = text(e.FileName)
		it.Event = e
	}
	return it
}

func each[T any](list []T, change func(T) T) []T {
	if list == nil {
		return nil
	}
	out := make([]T, len(list))
	for i, v := range list {
		out[i] = change(v)
	}
	return out
}

// mapData changes every string of JSON but its keys.
func mapData(data json.RawMessage, text func(string) string) json.RawMessage {
	var v any
	if len(data) == 0 || json.Unmarshal(data, &v) != nil {
		return nil
	}
	out, err := json.Marshal(mapValue(v, text))
	if err != nil {
		return nil
	}
	return out
}

func mapValue(v any, text func(string) string) any {
	switch v := v.(type) {
	case string:
		return text(v)
	case []any:
		return each(v, func(e any) any { return mapValue(e, text) })
	case map[string]any:
		for key, e := range v {
			v[key] = mapValue(e, text)
		}
	}
	return v
}
