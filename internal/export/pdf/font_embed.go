//go:build font

package pdf

import _ "embed"

// fontFile is Noto Sans SC Regular, gzipped; `make font` fetches it from npm.
//
//go:embed font.ttf.gz
var fontFile []byte
