package parse

import "context"

func legacy(to string, own reader) reader {
	return func(ctx context.Context, in *input, c *collector) error { return fail(NeedsOffice, nil) }
}
func readDoc(ctx context.Context, in *input, c *collector) error   { return fail(Unsupported, nil) }
func readPpt(ctx context.Context, in *input, c *collector) error   { return fail(Unsupported, nil) }
func readImage(ctx context.Context, in *input, c *collector) error { return fail(NoText, nil) }
func tesseract(t Tools) Recogniser                                 { return nil }
