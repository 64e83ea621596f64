// Package xlsx reads workbooks.
package xlsx

import (
	"context"
	"io"

	"github.com/xuri/excelize/v2"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/office"
	"github.com/wenqu-ai/wenqu/internal/document/parse/picture"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Read reads the sheets of a workbook: the displayed values, then the comments, text boxes and charts
// of each sheet. For a formula it reads the stored value, or the result of calculate if there is no
// stored value. If all sheets are empty, it recognises the text of the pictures.
func Read(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	o, err := office.Open(ctx, in, c)
	if err != nil {
		return err
	}
	if err := checkParts(o); err != nil {
		return err
	}
	options := office.SheetOptions()
	options.UnzipSizeLimit, options.UnzipXMLSizeLimit, options.TmpDir = parse.MaxUnpacked, 8<<20, in.Tools.Temp
	f, err := excelize.OpenReader(io.NewSectionReader(o.Data, 0, o.Size), options)
	if err != nil {
		return parse.Fail(parse.Broken, err)
	}
	defer func() { _ = f.Close() }() // closing deletes its temporary files
	names := f.GetSheetList()
	b := openBook(ctx, o)
	for _, name := range names {
		if visible, err := f.GetSheetVisible(name); err == nil && !visible {
			c.Warn(parsed.HiddenParts)
		}
		if err := readSheet(ctx, f, b, name, c); err != nil {
			if !c.Recoverable(err) {
				return err
			}
			c.Warn(parsed.Unreadable)
		}
	}
	if c.Sum.Units == 0 {
		return picture.NewInside(in, c).All(ctx, o.Archive)
	}
	return nil
}

// checkParts checks the parts before the library unpacks them: their sizes and their ratios of
// unpacked to packed bytes must be within the limits.
func checkParts(o *office.Package) error {
	total := uint64(0)
	for _, name := range o.Order {
		f := o.Files[name]
		total += f.UncompressedSize64
		if f.UncompressedSize64 > parse.MaxPart*2 || total > parse.MaxUnpacked {
			return parse.Failf(parse.TooLarge, "entry %q unpacks to %d bytes", name, f.UncompressedSize64)
		}
		if f.UncompressedSize64 > parse.FreeRatio && f.UncompressedSize64/max(f.CompressedSize64, 1) > parse.MaxRatio {
			return parse.Failf(parse.TooLarge, "entry %q unpacks to %d times its size", name, f.UncompressedSize64/max(f.CompressedSize64, 1))
		}
	}
	return nil
}

func readSheet(ctx context.Context, f *excelize.File, b *book, name string, c *parse.Collector) (err error) {
	rows, err := f.Rows(name)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // closing deletes its temporary file
	s := parse.NewSheet(c, name)
	calculated := calculate(ctx, b, name)
	for at := 1; rows.Next(); at++ {
		if at&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		cells, err := rows.Columns()
		if err != nil {
			return err
		}
		if err := s.Row(at, withCalculated(cells, at, calculated)); err != nil {
			return err
		}
	}
	if err := rows.Error(); err != nil && !c.Recoverable(err) {
		return err
	} else if err != nil {
		c.Warn(parsed.Unreadable)
	}
	b.beside(ctx, name, s, c.MaxChars-c.Sum.Chars)
	return s.End()
}

// withCalculated inserts calculated values into the empty cells of a row.
func withCalculated(cells []string, row int, calculated map[string]string) []string {
	if len(calculated) == 0 {
		return cells
	}
	for i := range cells {
		if cells[i] != "" {
			continue
		}
		if cell, err := excelize.CoordinatesToCellName(i+1, row); err == nil {
			cells[i] = calculated[cell]
		}
	}
	return cells
}
