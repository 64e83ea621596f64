package newfile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// repeats maps repetitions to their names in iCalendar.
var repeats = map[string]string{"": "", "daily": "DAILY", "weekly": "WEEKLY", "monthly": "MONTHLY", "yearly": "YEARLY"}

// moments are the accepted formats of a time without a zone.
var moments = []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"}

// moment parses a time or a whole day; `day` is true for a whole day. `zone` applies to a time without
// a zone.
func moment(s string, zone *time.Location) (at time.Time, day bool, err error) {
	s = strings.TrimSpace(s)
	if at, err = time.ParseInLocation(time.DateOnly, s, zone); err == nil {
		return at, true, within(at)
	}
	if at, err = zoned(s); err == nil {
		return at, false, within(at)
	}
	for _, layout := range moments {
		if at, err = time.ParseInLocation(layout, s, zone); err == nil {
			return at, false, within(at)
		}
	}
	return time.Time{}, false, errors.New("write times like 2026-11-25T09:30, and whole days like 2026-11-25")
}

// zoned parses a time with an offset from UTC.
func zoned(s string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		at, err = time.Parse("2006-01-02T15:04Z07:00", s)
	}
	return at, err
}

func within(at time.Time) error {
	if at.Year() < 1900 || at.Year() > 2200 {
		return errors.New("the year must be from 1900 to 2200")
	}
	return nil
}

// span returns the start and the end of an event. Without an end, an event with a time
// takes one hour, and an all-day event one day. The returned end of an all-day event is
// the day after its last day.
func (e Event) span(zone *time.Location) (start, end time.Time, days bool, err error) {
	if start, days, err = moment(e.Start, zone); err != nil {
		return start, end, days, err
	}
	switch {
	case e.End == "" && days:
		return start, start.AddDate(0, 0, 1), true, nil
	case e.End == "":
		return start, start.Add(time.Hour), false, nil
	}
	end, endDays, err := moment(e.End, zone)
	if err == nil && endDays != days {
		err = errors.New("start and end must both be times, or both days")
	}
	if days {
		end = end.AddDate(0, 0, 1)
	}
	if err == nil && (end.Before(start) || !days && end.Equal(start)) {
		err = errors.New("it ends before it begins")
	}
	return start, end, days, err
}

// check validates an event in the zone of its file.
func (e Event) check(zone *time.Location) error {
	_, known := repeats[e.Repeat]
	switch {
	case text.OneLine(e.Title) == "":
		return errors.New("it has no title")
	case !known:
		return errors.New("repeat must be daily, weekly, monthly or yearly")
	case e.Times < 0 || e.Times > 1000:
		return errors.New("times must be from 0 to 1000")
	case e.Remind != nil && (*e.Remind < 0 || *e.Remind > 60*24*60):
		return errors.New("remind must be from 0 to 86400 minutes")
	}
	_, _, _, err := e.span(zone)
	return err
}

// writeCalendar writes events as iCalendar (RFC 5545). Times without a zone are in the zone of
// o.Made. Times are written in UTC. An event that repeats and starts at a time without a zone has local
// times instead: in UTC, its later occurrences would be at another local time when daylight saving time
// begins or ends. All-day events are written as dates.
func writeCalendar(o Order) []byte {
	var c calendar
	c.line("BEGIN", "VCALENDAR")
	c.line("VERSION", "2.0")
	c.line("PRODID", "-//Wenqu//make_file//")
	c.line("CALSCALE", "GREGORIAN")
	c.line("X-WR-CALNAME", escape(o.Name))
	for i, e := range o.Events {
		start, end, days, err := e.span(o.Made.Location())
		if err != nil {
			continue // the event was validated before
		}
		sum := sha256.Sum256([]byte(fmt.Sprint(o.Made.UnixNano(), i, e.Title, e.Start)))
		c.line("BEGIN", "VEVENT")
		c.line("UID", hex.EncodeToString(sum[:12])+"@wenqu")
		c.line("DTSTAMP", stamp(o.Made))
		_, noZone := zoned(strings.TrimSpace(e.Start))
		switch {
		case days:
			c.line("DTSTART;VALUE=DATE", start.Format("20060102"))
			c.line("DTEND;VALUE=DATE", end.Format("20060102"))
		case e.Repeat != "" && noZone != nil:
			c.line("DTSTART", start.Format(local))
			c.line("DTEND", end.In(start.Location()).Format(local))
		default:
			c.line("DTSTART", stamp(start))
			c.line("DTEND", stamp(end))
		}
		c.line("SUMMARY", escape(text.Cut(text.OneLine(e.Title), maxName*2)))
		if place := text.Cut(text.OneLine(e.Place), maxName*2); place != "" {
			c.line("LOCATION", escape(place))
		}
		if notes := text.Cut(strings.TrimSpace(e.Notes), maxNote); notes != "" {
			c.line("DESCRIPTION", escape(notes))
		}
		if e.Repeat != "" {
			rule := "FREQ=" + repeats[e.Repeat]
			if e.Times > 0 {
				rule += ";COUNT=" + strconv.Itoa(e.Times)
			}
			c.line("RRULE", rule)
		}
		if e.Remind != nil {
			c.line("BEGIN", "VALARM")
			c.line("ACTION", "DISPLAY")
			c.line("DESCRIPTION", escape(text.Cut(text.OneLine(e.Title), maxName*2)))
			c.line("TRIGGER", "-PT"+strconv.Itoa(*e.Remind)+"M")
			c.line("END", "VALARM")
		}
		c.line("END", "VEVENT")
	}
	c.line("END", "VCALENDAR")
	return []byte(c.String())
}

// local is the format of a time without a zone.
const local = "20060102T150405"

func stamp(at time.Time) string { return at.UTC().Format(local + "Z") }

// escape escapes a text as a property value.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r == 0x7f || r == utf8.RuneError {
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`).Replace(s)
}

// calendar builds the text of a calendar.
type calendar struct{ strings.Builder }

// maxLine is the maximum length of a line in bytes, without its end.
const maxLine = 75

// line writes a property. A line longer than maxLine is folded: it continues on the
// next line after a blank, and never breaks inside a character.
func (c *calendar) line(name, value string) {
	s := name + ":" + value
	for room := maxLine; len(s) > room; room = maxLine - 1 {
		n := room
		for !utf8.RuneStart(s[n]) {
			n--
		}
		c.WriteString(s[:n] + "\r\n ")
		s = s[n:]
	}
	c.WriteString(s + "\r\n")
}
