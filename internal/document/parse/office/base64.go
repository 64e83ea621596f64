package office

import stdbase64 "encoding/base64"

// base64 is a byte slice that is decoded from a base64 attribute.
type base64 []byte

// UnmarshalText decodes base64.
func (b *base64) UnmarshalText(s []byte) (err error) {
	*b, err = stdbase64.StdEncoding.AppendDecode(nil, s)
	return err
}
