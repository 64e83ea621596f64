package app

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"

	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// diskFree returns how many bytes are free on the disk of the data folder. The folder need not
// exist yet.
func (c *Config) diskFree() (int64, error) {
	dir, err := filepath.Abs(c.Data)
	if err != nil {
		return 0, err
	}
	for {
		free, err := blob.Free(dir)
		if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return free, err
		}
		dir = filepath.Dir(dir)
	}
}

// diskRoom returns an error for uploads and imports while less than `MinFree` bytes are free.
// Answers continue: they need little space, and people depend on them. If the free space cannot be
// measured, diskRoom returns nil.
func (c *Config) diskRoom() error {
	free, err := c.diskFree()
	if err != nil || free >= c.MinFree {
		return nil //nolint:nilerr // the free space could not be measured
	}
	slog.Error("the disk is nearly full: uploads and imports are refused", "free_mb", free>>20, "min_free_mb", c.MinFree>>20)
	return errs.New(errs.DiskLow)
}

// diskState describes how much disk space is free; `ok` is false if the free space is below
// `MinFree` or cannot be measured.
func diskState(c *Config, say sayer) (state string, ok bool) {
	free, err := c.diskFree()
	if err != nil {
		return err.Error(), false
	}
	if free >= c.MinFree {
		return fmt.Sprintf(say("剩余 %s", "剩餘 %s", "%s free"), text.Size(free)), true
	}
	return fmt.Sprintf(say("剩余 %s，少于 %s：暂停上传和导入，请清理磁盘", "剩餘 %s，少於 %s：暫停上傳與匯入，請清理磁碟", "%s free, less than %s: uploads and imports are refused; free some of the disk"), text.Size(free), text.Size(c.MinFree)), false
}
