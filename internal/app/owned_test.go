//go:build unix

package app_test

import (
	"database/sql"
	"errors"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// duty names, for one table, the domain that deletes the rows of a deleted owner (`forget`), the domain
// that moves rows to another owner (`move`), and the domain that writes rows into the full archive
// (`export`). If no domain has the duty, the field is "no: " and the reason.
type duty struct{ forget, move, export string }

// Reasons why no domain has a duty.
const (
	itself   = "no: account deletes it, with the account or the visitor"
	withLog  = "no: account moves it itself, with the visitor who logs in"
	ofUsers  = "no: visitors, whose rows are moved, have none"
	byOthers = "no: an administrator noted it about somebody; whoever moves is looked at anew"
	ofWho    = "no: it says what happened to whom; a visitor's refusals are no account's"
	proves   = "no: it is good for logging in here alone, or a secret"
	here     = "no: it is what this installation counted or decided, or told everybody"
	derived  = "no: it is made again from the file"
	remade   = "no: it is what a page of the web said; the message names the page"
	working  = "no: it is the state of an answer; the message holds what came of it"
	found    = "no: it is made again from what can be found"
	work     = "no: it is work that makes something else, which is written"
	upload   = "no: an upload that is not complete is no file yet"
	address  = "no: an address or a place that means something here alone"
)

// duties lists all tables with an owner column.
var duties = map[string]duty{
	"account_avatar":        {itself, ofUsers, proves},
	"account_ban":           {itself, withLog, here},
	"account_docs":          {itself, ofUsers, proves},
	"account_factor":        {itself, ofUsers, proves},
	"account_identity":      {itself, ofUsers, "account"},
	"account_minor":         {itself, withLog, proves},
	"account_recovery":      {itself, ofUsers, proves},
	"account_session":       {itself, ofUsers, proves},
	"account_ticket":        {itself, ofUsers, proves},
	"admin_feedback":        {"admin", byOthers, here},
	"admin_usage":           {"admin", "admin", here},
	"agent":                 {"agent", "agent", "agent"},
	"agent_avatar":          {"agent", "agent", here},
	"agent_report":          {"agent", "agent", here},
	"agent_use":             {"agent", "agent", address},
	"agent_version":         {"agent", "agent", working},
	"agent_asker":           {"store", "store", here},
	"agent_like":            {"store", "store", address},
	"answer_consent":        {"chat", "chat", working},
	"answer_step":           {"chat", "chat", working},
	"api_key":               {"apikey", ofUsers, proves},
	"chunk":                 {"document", "document", derived},
	"chunk_shelf":           {"document", "document", derived},
	"chunk_vector":          {"document", "document", derived},
	"clock_in":              {"store", "store", address},
	"conversation":          {"chat", "chat", "chat"},
	"conversation_redirect": {"chat", ofUsers, address},
	"document":              {"document", "document", "document"},
	"document_unit":         {"document", "document", derived},
	"document_upload":       {"document", "document", upload},
	"document_use":          {"document", "document", "chat"},
	"favorite":              {"favorite", "favorite", "favorite"},
	"favorite_tag":          {"favorite", "favorite", "favorite"},
	"instruction":           {"instruction", "instruction", "instruction"},
	"memory":                {"memory", ofUsers, "memory"},
	"memory_choice":         {"memory", ofUsers, here},
	"job":                   {"job", "job", work},
	"mcp_added":             {"mcp", ofUsers, here},
	"mcp_aside":             {"mcp", ofUsers, here},
	"mcp_choice":            {"mcp", ofUsers, "mcp"},
	"mcp_secret":            {"mcp", ofUsers, proves},
	"mcp_server":            {"mcp", ofUsers, "mcp"},
	"mcp_state":             {"mcp", ofUsers, proves},
	"mcp_tool":              {"mcp", ofUsers, remade},
	"message":               {"chat", "chat", "chat"},
	"notice":                {"notice", "notice", here},
	"notice_seen":           {"notice", "notice", here},
	"project":               {"project", ofUsers, "project"},
	"project_activity":      {"project", ofUsers, here},
	"project_link":          {"project", ofUsers, proves},
	"project_member":        {"project", ofUsers, "project"},
	"reading_note":          {"reading", "reading", "reading"},
	"reading_overview":      {"reading", "reading", derived},
	"reading_record":        {"reading", "reading", address},
	"reading_share":         {"reading", "reading", address},
	"reading_translation":   {"reading", "reading", derived},
	"search_entry":          {"search", "search", found},
	"search_shelf":          {"search", "search", found},
	"research":              {"research", "research", working},
	"research_step":         {"research", "research", working},
	"run":                   {"chat", "chat", working},
	"share":                 {"share", "share", address},
	"share_like":            {"share", "share", here},
	"share_picture":         {"share", "share", address},
	"share_report":          {"share", "share", here},
	"security_event":        {"security", ofWho, here},
	"speech":                {"chat", "chat", "chat"},
	"web_copy":              {"webcopy", "webcopy", remade},
	"web_picture":           {"webcopy", "webcopy", remade},
}

// domainsOf creates a server with the variables env and returns its domains by name.
func domainsOf(t *testing.T, env ...string) map[string]any {
	t.Helper()
	a, err := app.New(t.Context(), load(t, app.Inputs{Environ: append(env, "WENQU_PROBE=off")}), "test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	a.StopBackground()
	out := map[string]any{}
	for _, d := range a.Domains() {
		if _, twice := out[d.Name]; twice {
			t.Errorf("%s is two domains", d.Name)
		}
		out[d.Name] = d.Service
	}
	return out
}

// For every table with an owner column, the map `duties` contains the domains that delete, move and
// export the rows, or the reason why no domain does. Each of these domains has the method for its duty.
func TestEveryTableWithAnOwnerIsForgottenMovedAndExported(t *testing.T) {
	t.Parallel()
	for engine, url := range map[string]string{"sqlite": "", "postgres": dbtest.PostgresURL(t)} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			env := []string{"WENQU_DATA=" + dir}
			if url != "" {
				env = append(env, "WENQU_DATABASE_URL="+url)
			}
			domains := domainsOf(t, env...)
			d, err := db.Connect(t.Context(), db.Options{Dir: dir, URL: url})
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			owned := ownedTables(t, d)
			for table := range owned {
				if _, ok := duties[table]; !ok {
					t.Errorf("%s has an owner and no row in duties", table)
				}
			}
			for table, duty := range duties {
				if _, ok := owned[table]; !ok {
					t.Errorf("%s is in duties and has no owner", table)
				}
				check := func(what, name string, can func(any) bool) {
					if reason, no := strings.CutPrefix(name, "no: "); no {
						if len(reason) < 20 {
							t.Errorf("%s: nobody does %s, and %q is no reason", table, what, reason)
						}
						return
					}
					if service, ok := domains[name]; !ok || !can(service) {
						t.Errorf("%s: the domain %q does not %s", table, name, what)
					}
				}
				check("forget", duty.forget, func(s any) bool { _, ok := s.(app.Forgetter); return ok })
				check("move", duty.move, func(s any) bool {
					_, plain := s.(app.Mover)
					_, renames := s.(app.Renamer)
					_, follows := s.(app.Follower)
					return plain || renames || follows
				})
				check("export", duty.export, func(s any) bool { _, ok := s.(app.Exporter); return ok })
			}
			moveAndForget(t, d, domains, owned)
		})
	}
}

// moveAndForget stores one row in each of the tables `owned`. The domains move the rows to another owner and
// then delete them; both results must agree with the map `duties`.
func moveAndForget(t *testing.T, d *db.DB, domains map[string]any, owned map[string]string) {
	t.Helper()
	const from, to = "visitor-000001", "account-000002"
	for table, column := range owned {
		fill(t, d, table, column, from)
	}
	change(t, d, `UPDATE document SET hash = '', thumb_hash = ''`) // the file of this row does not exist on the disk
	err := d.InTx(t.Context(), func(tx *sql.Tx) (err error) {
		for _, s := range domains {
			switch has := s.(type) {
			case app.Mover:
				err = errors.Join(err, has.Move(t.Context(), tx, from, to))
			case app.Follower:
				err = errors.Join(err, has.Follow(t.Context(), tx, from, to, nil))
			case app.Renamer:
				_, e := has.Move(t.Context(), tx, from, to)
				err = errors.Join(err, e)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for table, duty := range duties {
		if moved := count(t, d, table, owned[table], to); (moved == 1) == strings.HasPrefix(duty.move, "no: ") {
			t.Errorf("%d rows of %s were moved: %s", moved, table, duty.move)
		}
	}
	for _, s := range domains {
		if has, ok := s.(app.Forgetter); ok {
			if err := errors.Join(has.Forget(t.Context(), from), has.Forget(t.Context(), to)); err != nil {
				t.Error(err)
			}
		}
	}
	for table, duty := range duties {
		left := count(t, d, table, owned[table], from) + count(t, d, table, owned[table], to)
		if (left == 0) == strings.HasPrefix(duty.forget, "no: ") {
			t.Errorf("%d rows of %s are left: %s", left, table, duty.forget)
		}
	}
}
