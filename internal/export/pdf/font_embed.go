//go:build font

package pdf

import _ "embed"

// fontFile is Noto Sans SC Regular, compressed with Brotli; `make font` fetches it from npm.
//
//go:embed font.ttf.br
var fontFile []byte
