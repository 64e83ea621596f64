// Package libreoffice converts files of old formats with LibreOffice, if it is
// installed.
package libreoffice

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole"
)

// officeTime is LibreOffice's time limit for one file. It is shorter than a worker's time limit, so
// that time is left for this server's own reader.
const officeTime = 45 * time.Second

// Reader returns a reader that lets LibreOffice convert a file and then passes the result to `read`.
// `format` is the extension of the target format. `own` reads the file itself if LibreOffice is not
// installed, if the conversion fails before a unit was read, or if ole.BuiltInOnly reports true for
// the file.
func Reader(format string, read, own parse.Reader) parse.Reader {
	return func(ctx context.Context, in *parse.Input, c *parse.Collector) error {
		if ole.BuiltInOnly(in) {
			return own(ctx, in, c)
		}
		if in.Tools.Office != "" {
			before := *c
			err := convert(ctx, in, format, read, c)
			if err == nil || c.SinkFailed() || ctx.Err() != nil || c.Sum.Units > 0 || errors.Is(err, parse.ErrEnough) {
				return err
			}
			*c = before // drops what was read of the converted file
		}
		return own(ctx, in, c)
	}
}

// convert lets LibreOffice convert a file and passes the result to `read`. `format` is the
// extension of the target format. LibreOffice runs with a profile of its own, which forbids macros.
func convert(ctx context.Context, in *parse.Input, format string, read parse.Reader, c *parse.Collector) error {
	dir, err := os.MkdirTemp(in.Tools.Temp, "wenqu-office-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	from := filepath.Join(dir, "in."+in.Ext)
	if err := copyTo(from, in.Reader()); err != nil {
		return err
	}
	profile := filepath.Join(dir, "profile")
	if err := os.MkdirAll(filepath.Join(profile, "user"), 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(profile, "user", "registrymodifications.xcu"), []byte(officeProfile), 0o600); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, officeTime)
	defer cancel()
	where := url.URL{Scheme: "file", Path: profile}
	cmd := exec.CommandContext(limited, in.Tools.Office, "--headless", "--norestore", "--nologo", "--nodefault", "--nolockcheck",
		"-env:UserInstallation="+where.String(), "--convert-to", format, "--outdir", dir, from)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + dir, "TMPDIR=" + dir, "LANG=C.UTF-8", "SAL_USE_VCLPLUGIN=svp", "OMP_NUM_THREADS=1"}
	cmd.WaitDelay = 2 * time.Second
	ran := cmd.Run()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if limited.Err() != nil {
		return parse.Fail(parse.TimedOut, limited.Err())
	}
	out, err := os.Open(filepath.Join(dir, "in."+format))
	if err != nil {
		return parse.Fail(parse.Broken, fmt.Errorf("LibreOffice made nothing of it: %w", errors.Join(ran, err)))
	}
	defer out.Close()
	info, err := out.Stat()
	if err != nil {
		return err
	}
	made := *in
	made.ReaderAt, made.Size, made.Ext = out, info.Size(), format
	return read(ctx, &made, c)
}

// officeProfile forbids macros and the updating of links to other files.
const officeProfile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>1</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun" oor:op="fuse"><value>false</value></prop></item>
</oor:items>
`

func copyTo(name string, r io.Reader) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Close())
}
