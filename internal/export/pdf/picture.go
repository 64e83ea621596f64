package pdf

import (
	"bytes"
	"strconv"

	"codeberg.org/go-pdf/fpdf"

	"github.com/wenqu-ai/wenqu/internal/export/picture"
)

// picture draws a diagram or chart, centred and on one page.
func (p *writer) picture(drawn picture.Picture) {
	width, height := drawn.Fit((pageRight-p.left)/mm, (pageBottom-pageTop-3*gap)/mm)
	width, height = width*mm, height*mm
	p.y += smallGap
	p.room(height + gap)
	p.pictures++
	name := "diagram" + strconv.Itoa(p.pictures)
	kind := fpdf.ImageOptions{ImageType: "PNG"}
	p.RegisterImageOptionsReader(name, kind, bytes.NewReader(drawn.PNG))
	p.ImageOptions(name, p.left+(pageRight-p.left-width)/2, p.y, width, height, false, kind, 0, "")
	p.y += height + gap + smallGap
}
