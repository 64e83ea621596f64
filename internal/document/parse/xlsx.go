package parse

import (
	"context"
	"io"

	"github.com/xuri/excelize/v2"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// readXlsx reads the sheets of a workbook: values as they are shown, dates
// written out, formulas by the value that was stored with them.
func readXlsx(ctx context.Context, in *input, c *collector) error {
	o, err := openOffice(ctx, in, c)
	if err != nil {
		return err
	}
	if err := o.sane(); err != nil {
		return err
	}
	f, err := excelize.OpenReader(io.NewSectionReader(o.r, 0, o.size), excelize.Options{
		UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: 8 << 20, TmpDir: in.Tools.Temp,
		ShortDatePattern: "yyyy-mm-dd", LongDatePattern: "yyyy-mm-dd", LongTimePattern: "hh:mm:ss",
	})
	if err != nil {
		return fail(Broken, err)
	}
	defer func() { _ = f.Close() }() // its temporary files go with the folder
	names := f.GetSheetList()
	for _, name := range names {
		if visible, err := f.GetSheetVisible(name); err == nil && !visible {
			c.warn(parsed.HiddenParts)
		}
		if err := readSheet(ctx, f, name, c); err != nil {
			if !c.recoverable(err) {
				return err
			}
			c.warn(parsed.Unreadable)
		}
	}
	return nil
}

// sane looks at the parts before the library does, which unpacks them: sizes
// and ratios within the limits, no XML that defines entities.
func (o *office) sane() error {
	total := uint64(0)
	for _, name := range o.order {
		f := o.files[name]
		total += f.UncompressedSize64
		if f.UncompressedSize64 > maxPart*2 || total > maxUnpacked {
			return failf(TooLarge, "entry %q unpacks to %d bytes", name, f.UncompressedSize64)
		}
		if f.UncompressedSize64 > freeRatio && f.UncompressedSize64/max(f.CompressedSize64, 1) > maxRatio {
			return failf(TooLarge, "entry %q unpacks to %d times its size", name, f.UncompressedSize64/max(f.CompressedSize64, 1))
		}
	}
	return nil
}

func readSheet(ctx context.Context, f *excelize.File, name string, c *collector) (err error) {
	rows, err := f.Rows(name)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // as above
	s := &sheet{c: c, name: name}
	for at := 1; rows.Next(); at++ {
		if at&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		cells, err := rows.Columns()
		if err != nil {
			return err
		}
		if err := s.row(at, cells); err != nil {
			return err
		}
	}
	if err := rows.Error(); err != nil && !c.recoverable(err) {
		return err
	} else if err != nil {
		c.warn(parsed.Unreadable)
	}
	return s.end()
}
