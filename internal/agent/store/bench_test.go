//go:build unix

package store_test

import (
	"database/sql"
	"fmt"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/agent/store"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// BenchmarkStore lists and searches a store of 10,000 agents.
func BenchmarkStore(b *testing.B) {
	for engine, open10k := range map[string]func(testing.TB) *db.DB{"sqlite": dbtest.OpenSQLite, "postgres": dbtest.OpenPostgres} {
		b.Run(engine, func(b *testing.B) {
			h := open(b, open10k(b))
			categories := []string{"work", "writing", "study", "code", "data", "life"}
			h.tx(b, func(tx *sql.Tx) error {
				for i := range 10_000 {
					err := h.Show(b.Context(), tx, store.Listing{
						AgentID: fmt.Sprintf("agent-%05d", i), Category: categories[i%len(categories)],
						Names:        []string{fmt.Sprintf("%c%c助手 %d 号", 0x4E00+i%5000, 0x4E00+i*7%5000, i)},
						Descriptions: []string{"把零散的记录整理成有结果、有数字的报告，适合每天要写汇报的人使用。"},
					})
					if err != nil {
						return err
					}
				}
				return nil
			})
			for name, q := range map[string]store.Query{
				"open": {}, "category": {Category: "life"}, "last": {Offset: 9_900}, "search": {Text: "9876"}, "common": {Text: "助手报告"},
			} {
				b.Run(name, func(b *testing.B) {
					for b.Loop() {
						if list, _, err := h.List(b.Context(), q); err != nil || len(list) == 0 && name != "common" {
							b.Fatal(len(list), err)
						}
					}
				})
			}
		})
	}
}
