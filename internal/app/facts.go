package app

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Facts returns the lines of the system page.
func (s *adminSystem) Facts(ctx context.Context, locale string) []admin.Fact {
	say, a := in(locale), s.app
	var out []admin.Fact
	add := func(group, name, value string, ok bool) {
		out = append(out, admin.Fact{Group: group, Name: name, Value: value, OK: ok})
	}

	program := say("程序", "程式", "Program")
	add(program, say("版本", "版本", "Version"), a.version, true)
	add(program, "Go", runtime.Version(), true)
	add(program, say("已运行", "已執行", "Running for"), lasting(time.Since(s.started), say), true)

	jobs := say("任务", "工作", "Jobs")
	add(jobs, say("正在生成的回答", "正在產生的回答", "Answers being made"), strconv.FormatInt(int64(a.services.runs.Stats().Running), 10), true)
	reading := a.services.jobs.Stats(document.ParseJob)
	waiting, err := a.services.jobs.Count(ctx, document.ParseJob, job.Queued)
	add(jobs, say("文件解析", "檔案解析", "Files"), fmt.Sprintf(say("%d 个在读，%d 个在等", "%d 個在讀，%d 個在等", "%d being read, %d waiting"), reading.Running, waiting), err == nil)
	add(jobs, say("启动后解析过的文件", "啟動後解析過的檔案", "Files since the start"),
		fmt.Sprintf(say("%d 个成功，%d 个失败", "%d 個成功，%d 個失敗", "%d read, %d failed"), reading.Outcomes[job.Succeeded], reading.Outcomes[job.Refused]+reading.Outcomes[job.GaveUp]), true)

	storage := say("存储", "儲存", "Storage")
	state, err := databaseState(ctx, a.config, say)
	if err != nil {
		state = err.Error()
	}
	add(storage, say("数据库", "資料庫", "Database"), state, err == nil)
	free, enough := diskState(a.config, say)
	add(storage, say("磁盘", "磁碟", "Disk"), free, enough)
	files, size := folderSize(a.config.Data)
	add(storage, say("数据文件夹", "資料目錄", "Data folder"), fmt.Sprintf(say("%d 个文件，%s", "%d 個檔案，%s", "%d files, %s"), files, text.Size(size)), true)
	kept, err := filesState(ctx, a.config, say)
	if err != nil {
		kept = err.Error()
	}
	add(storage, say("用户的文件", "使用者的檔案", "People's files"), kept, err == nil)
	backups, _ := filepath.Glob(filepath.Join(a.config.Data, "backup", "*.db"))
	add(storage, say("数据库备份", "資料庫備份", "Backups of the database"), strconv.Itoa(len(backups)), true)

	can := say("能力", "能力", "Capabilities")
	for _, c := range all(a.services.domains, Capable.Capabilities) {
		if !c.Later {
			add(can, c.Name.In(locale), givenBy(c, say), c.State != llm.StateMissing)
		}
	}
	return out
}

// givenBy describes what serves a capability, by name if possible, or states that nothing does.
func givenBy(c llm.Capability, say sayer) string {
	switch {
	case c.Provider != "" && c.Upstream != "" && c.Provider != c.Upstream:
		return c.Provider + " · " + c.Upstream
	case c.Provider != "":
		return c.Provider
	case c.State == llm.StateBuiltin:
		return say("内置引擎", "內建引擎", "Built-in engine")
	case c.State == llm.StateMissing:
		return say("未接入", "尚未連接", "Not connected")
	default:
		return say("已接入", "已連接", "Connected")
	}
}

// folderSize counts the files below a folder and their bytes.
func folderSize(dir string) (files int, bytes int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil //nolint:nilerr // what cannot be read does not count
		}
		if info, err := d.Info(); err == nil {
			files, bytes = files+1, bytes+info.Size()
		}
		return nil
	})
	return files, bytes
}
