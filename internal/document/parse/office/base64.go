package office

import stdbase64 "encoding/base64"

// base64 is the content of a base64 attribute.
type base64 []byte

// UnmarshalText decodes them.
func (b *base64) UnmarshalText(s []byte) (err error) {
	*b, err = stdbase64.StdEncoding.AppendDecode(nil, s)
	return err
}
