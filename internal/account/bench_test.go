//go:build unix

package account_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

// BenchmarkCodeLogin measures a whole login by code: the code is created, stored and checked, and
// an account and a session are created. The benchmark reads the codes from the service's terminal.
// The goal is 200 logins a second on two cores.
func BenchmarkCodeLogin(b *testing.B) {
	for name, open := range map[string]func(testing.TB) *db.DB{"SQLite": dbtest.OpenSQLite, "PostgreSQL": dbtest.OpenPostgres} {
		b.Run(name, func(b *testing.B) {
			codes := make(chan string, 1024)
			s, err := account.New(b.Context(), account.Options{
				DB:       open(b),
				Settings: func() account.Settings { return account.Settings{NoCaptcha: true, NoLimits: true} },
				Terminal: func(line string) { codes <- line },
			})
			if err != nil {
				b.Fatal(err)
			}
			var n atomic.Int64
			b.SetParallelism(8)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if err := codeLogin(b.Context(), s, codes, fmt.Sprintf("+8613%09d", n.Add(1))); err != nil {
						b.Error(err)
						return
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "logins/s")
		})
	}
}

// codeLogin logs in with the next code printed on the terminal.
func codeLogin(ctx context.Context, s *account.Service, codes chan string, phone string) error {
	if _, err := s.SendCode(ctx, account.CodeRequest{Phone: phone}); err != nil {
		return err
	}
	line := <-codes
	var to, code string
	if _, err := fmt.Sscanf(line, "验证码 code for %s (login): %s", &to, &code); err != nil {
		return fmt.Errorf("%q: %w", line, err)
	}
	_, err := s.Login(ctx, account.LoginRequest{Type: "phone", Phone: to, Code: code})
	return err
}
