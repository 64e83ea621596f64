package parse

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/richardlehane/mscfb"
)

// officeTime is what LibreOffice gets for one file. A worker's own time ends
// later, so that our readers still have theirs.
const officeTime = 45 * time.Second

// legacy reads a format that LibreOffice turns into the format to, which then
// reads. Where it is not installed, or fails, our own reader does it; there is
// none for some.
func legacy(to string, then, own reader) reader {
	return func(ctx context.Context, in *input, c *collector) error {
		if locked(in) {
			if in.Password == "" {
				return fail(Encrypted, nil)
			}
			return failf(NeedsOffice, "an old format that is encrypted") // nothing here opens those
		}
		var broken error
		if in.Tools.Office != "" {
			err := convert(ctx, in, to, then, c)
			if err == nil || c.sinkErr != nil || ctx.Err() != nil || c.sum.Units > 0 || errors.Is(err, errEnough) {
				return err
			}
			broken = err
		}
		if own != nil {
			return own(ctx, in, c)
		}
		if broken != nil {
			return broken
		}
		return failf(NeedsOffice, "%s without LibreOffice", in.ext)
	}
}

// convert has LibreOffice make a file of the format to, and has then
// read that. It runs with a profile of its own in which nothing is executed.
func convert(ctx context.Context, in *input, to string, then reader, c *collector) error {
	dir, err := os.MkdirTemp(in.Tools.Temp, "wenqu-office-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	from := filepath.Join(dir, "in."+in.ext)
	if err := copyTo(from, in.reader()); err != nil {
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
		"-env:UserInstallation="+where.String(), "--convert-to", to, "--outdir", dir, from)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + dir, "TMPDIR=" + dir, "LANG=C.UTF-8", "SAL_USE_VCLPLUGIN=svp", "OMP_NUM_THREADS=1"}
	cmd.WaitDelay = 2 * time.Second
	ran := cmd.Run()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if limited.Err() != nil {
		return fail(TimedOut, limited.Err())
	}
	out, err := os.Open(filepath.Join(dir, "in."+to))
	if err != nil {
		return fail(Broken, fmt.Errorf("LibreOffice made nothing of it: %w", errors.Join(ran, err)))
	}
	defer out.Close()
	info, err := out.Stat()
	if err != nil {
		return err
	}
	made := *in
	made.ReaderAt, made.size, made.ext = out, info.Size(), to
	return then(ctx, &made, c)
}

// officeProfile forbids macros, links to elsewhere and looking for updates.
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

// compound is an old Office file: a folder of streams in one file.
type compound struct {
	streams map[string]*mscfb.File
	size    int64
}

func openCompound(in *input) (*compound, error) {
	d, err := mscfb.New(in.reader())
	if err != nil {
		return nil, fail(Broken, err)
	}
	c := &compound{map[string]*mscfb.File{}, in.size}
	for i, f := range d.File {
		if i > maxEntries {
			return nil, failf(TooLarge, "more than %d streams", maxEntries)
		}
		if _, twice := c.streams[f.Name]; !twice && len(f.Path) == 0 {
			c.streams[f.Name] = f
		}
	}
	return c, nil
}

// stream gives a stream whole; nil when there is none. One that claims to be
// longer than the file ends with it.
func (c *compound) stream(name string) []byte {
	f := c.streams[name]
	if f == nil {
		return nil
	}
	b, _ := io.ReadAll(io.LimitReader(f, c.size)) // what can be read of it counts
	_, _ = f.Seek(0, io.SeekStart)
	return b
}

// locked reports an old Office file that opens with a password.
func locked(in *input) bool {
	c, err := openCompound(in)
	if err != nil {
		return false
	}
	if b := c.head("WordDocument", 32); len(b) >= 12 {
		return binary.LittleEndian.Uint16(b[10:])&0x100 != 0
	}
	if b := c.head("Current User", 16); len(b) >= 16 && c.streams["PowerPoint Document"] != nil {
		return binary.LittleEndian.Uint32(b[12:]) == 0xf3d1c4df
	}
	for _, name := range []string{"Workbook", "Book"} {
		b := c.head(name, 4096)
		for i := 0; i+4 <= len(b); {
			kind, n := binary.LittleEndian.Uint16(b[i:]), int(binary.LittleEndian.Uint16(b[i+2:]))
			if kind == 0x2f {
				return true
			}
			i += 4 + n
		}
	}
	return false
}

func (c *compound) head(name string, n int64) []byte {
	f := c.streams[name]
	if f == nil {
		return nil
	}
	b, _ := io.ReadAll(io.LimitReader(f, n)) // what can be read of it counts
	_, _ = f.Seek(0, io.SeekStart)
	return b
}
