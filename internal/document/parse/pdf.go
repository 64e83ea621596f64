package parse

import "context"

func readPDF(ctx context.Context, in *input, c *collector) error { return fail(Unsupported, nil) }
