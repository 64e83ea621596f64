package docx

import (
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/export/content"
	"github.com/wenqu-ai/wenqu/internal/export/picture"
)

const (
	emu           = 12700 // English Metric Units per point
	pageHeight    = 640.0 // largest height of a picture, in points
	maxAlt        = 1000  // maximum length of the alternative text of a picture, in characters
	twentieths    = 20.0
	pictureSchema = "http://schemas.openxmlformats.org/drawingml/2006/picture"
)

// picture writes a drawing in its own paragraph. Its description is the beginning of
// `source`, which is the text of a diagram, or the title and the data of a chart.
func (w *wordWriter) picture(p picture.Picture, source string, at around) {
	left := (at.left + min(at.list, wordLevels)) * indent
	width, height := p.Fit(float64(pageWidth-left)/twentieths, pageHeight)
	i := len(w.pictures)
	w.pictures = append(w.pictures, p.PNG)
	size := `cx="` + strconv.Itoa(int(width*emu)) + `" cy="` + strconv.Itoa(int(height*emu)) + `"/>`
	id := strconv.Itoa(i + 1)
	w.open(at)
	w.write(`<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ` + size + `<wp:docPr id="` + id + `" name="` + id + `" descr="`)
	escape(&w.out, content.OneLine(source, maxAlt))
	w.write(`"/><a:graphic><a:graphicData uri="` + pictureSchema + `"><pic:pic><pic:nvPicPr><pic:cNvPr id="` + id + `" name="` + id + `"/><pic:cNvPicPr/></pic:nvPicPr>` +
		`<pic:blipFill><a:blip r:embed="` + pictureID(i) + `"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
		`<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ` + size + `</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>` +
		`</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`)
}

func pictureID(i int) string { return "picture" + strconv.Itoa(i+1) }

// mediaName returns the path of picture i, below word/.
func mediaName(i int) string { return "media/image" + strconv.Itoa(i+1) + ".png" }
