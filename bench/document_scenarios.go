package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// upload sends a file to the library and waits until it has been parsed.
func (v visitor) upload(ctx context.Context, addr, name string, data []byte) (id string, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+addr+"/api/user/docs/upload?fileName="+url.QueryEscape(name), bytes.NewReader(data))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/octet-stream")
	v.sign(req)
	res, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer func() { _ = res.Body.Close() }()
	var out struct{ Data struct{ ID string } }
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return "", err
	}
	if err := json.Unmarshal(raw, &out); err != nil || out.Data.ID == "" {
		return "", fmt.Errorf("upload of %s: %s %s", name, res.Status, raw)
	}
	for {
		var state struct {
			Data struct {
				Status, ErrorMsg string
			}
		}
		if err := v.call(ctx, addr, "/api/user/docs/detail", map[string]string{"resourceId": out.Data.ID}, &state); err != nil {
			return "", err
		}
		switch state.Data.Status {
		case "ready":
			return out.Data.ID, nil
		case "failed":
			return "", fmt.Errorf("%s: %s", name, state.Data.ErrorMsg)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// found reports whether a search finds a word in a file.
func (v visitor) found(ctx context.Context, addr, id, word string) (bool, error) {
	var out struct{ Hits []json.RawMessage }
	err := v.call(ctx, addr, "/api/user/docs/find", map[string]string{"resourceId": id, "keyword": word}, &out)
	return len(out.Hits) > 0, err
}

// printed returns a Chinese PDF of `pages` pages, printed by Chromium.
func (b *bench) printed(pages int) ([]byte, error) {
	const paragraph = "半亩方塘一鉴开，天光云影共徘徊。问渠那得清如许？为有源头活水来。昨夜江边春水生，艨艟巨舰一毛轻。向来枉费推移力，此日中流自在行。"
	var html strings.Builder
	html.WriteString(`<html lang="zh-CN"><meta charset="utf-8"><style>h1{break-before:page}body{font:15px/1.7 serif}</style>`)
	for i := range pages {
		fmt.Fprintf(&html, "<h1>第%d章　水利</h1>%s<p>本章的编号是WQ%d。</p>", i+1, strings.Repeat("<p>"+strings.Repeat(paragraph, 2)+"</p>", 9), 1000+i)
	}
	page, file := b.file("long.html"), b.file("long.pdf")
	if err := os.WriteFile(page, []byte(html.String()), 0o600); err != nil {
		return nil, err
	}
	chromium := os.Getenv("CHROMIUM")
	if chromium == "" {
		chromium = "chromium"
	}
	out, err := exec.Command(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--user-data-dir="+b.file("chromium"),
		"--print-to-pdf="+file, "file://"+page).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", chromium, err, out)
	}
	return os.ReadFile(file)
}

// document measures how long a PDF of 300 pages takes from its upload until it is parsed, and
// checks that a search finds its last page. If pdftotext is installed, its time for this PDF is
// printed for comparison.
func (b *bench) document() error {
	const pages, goal = 300, 10 * time.Second
	server, _, _, err := b.server("")
	if err != nil {
		return err
	}
	defer server.kill()
	ctx := background()
	v, err := newVisitor(ctx, server.addr)
	if err != nil {
		return err
	}
	// The server compiles the PDF library for its first PDF, unless an earlier server of this system
	// user has cached the result. A small file is uploaded first, so that compiling is not measured.
	small, err := b.printed(1)
	if err != nil {
		return err
	}
	data, err := b.printed(pages)
	if err != nil {
		return err
	}
	if _, err := v.upload(ctx, server.addr, "short.pdf", small); err != nil {
		return err
	}
	var took []time.Duration
	for range 3 {
		began := time.Now()
		id, err := v.upload(ctx, server.addr, fmt.Sprintf("long-%d.pdf", len(took)), append(data, '\n', byte('0'+len(took))))
		if err != nil {
			return err
		}
		took = append(took, time.Since(began))
		if ok, err := v.found(ctx, server.addr, id, fmt.Sprintf("WQ%d", 1000+pages-1)); err != nil || !ok {
			return fmt.Errorf("the last page is not found: %w", err)
		}
	}
	fmt.Printf("a Chinese PDF of %d pages (%d KB) can be searched %s after it was sent\n", pages, len(data)>>10, ms(median(took)))
	b.most("a PDF of 300 pages is searchable after", median(took).Seconds(), goal.Seconds(), " s")
	if program, err := exec.LookPath("pdftotext"); err == nil {
		began := time.Now()
		if err := exec.Command(program, b.file("long.pdf"), "-").Run(); err != nil {
			return err
		}
		fmt.Printf("pdftotext takes %s for its text alone\n", ms(time.Since(began)))
	}
	return nil
}

// heavy uploads files of about 100 MB and measures the peak memory of the server and
// its child processes.
func (b *bench) heavy() error {
	const limit = 100 << 20
	files := map[string]func() ([]byte, error){
		"pictures.pdf": func() ([]byte, error) { return picturesPDF(limit - 1<<20) },
		"text.txt":     func() ([]byte, error) { return longText(limit - 1<<20), nil },
		"table.csv":    func() ([]byte, error) { return longTable(limit - 1<<20), nil },
	}
	for _, name := range []string{"pictures.pdf", "text.txt", "table.csv"} {
		data, err := files[name]()
		if err != nil {
			return err
		}
		server, _, _, err := b.server("")
		if err != nil {
			return err
		}
		v, err := newVisitor(background(), server.addr)
		if err != nil {
			server.kill()
			return err
		}
		halt := make(chan struct{})
		peak := server.peakTree(halt)
		began := time.Now()
		_, err = v.upload(background(), server.addr, name, data)
		close(halt)
		most := <-peak
		server.kill()
		what := "read"
		if err != nil {
			what = "refused: " + err.Error()
		}
		fmt.Printf("%s of %d MB: %d MB at most, after %s %s\n", filepath.Ext(name), len(data)>>20, most>>20, ms(time.Since(began)), what)
		b.most("memory while a file of 100 MB is read, "+filepath.Ext(name), float64(most)/(1<<20), 600, " MB")
	}
	return nil
}

// picturesPDF returns a PDF of at most about `size` bytes. Each page contains a picture of random
// noise, which can hardly be compressed, and a line of text.
func picturesPDF(size int) ([]byte, error) {
	random := rand.New(rand.NewPCG(1, 2))
	doc := fpdf.New("P", "mm", "A4", "")
	doc.SetFont("Helvetica", "", 12)
	for total, n := 0, 1; total < size; n++ {
		img := image.NewGray(image.Rect(0, 0, 2000, 1400))
		for i := range img.Pix {
			img.Pix[i] = byte(random.Uint32())
		}
		var photo bytes.Buffer
		if err := jpeg.Encode(&photo, img, &jpeg.Options{Quality: 90}); err != nil {
			return nil, err
		}
		if total += photo.Len() + 2000; total > size {
			break
		}
		name := fmt.Sprint("photo", n)
		doc.AddPage()
		doc.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "JPEG"}, &photo)
		doc.ImageOptions(name, 10, 40, 180, 0, false, fpdf.ImageOptions{ImageType: "JPEG"}, 0, "")
		doc.Text(10, 20, fmt.Sprintf("Page %d of the survey of the canals, with a photo of its banks and its gates", n))
	}
	var out bytes.Buffer
	err := doc.Output(&out)
	return out.Bytes(), err
}

func longText(size int) []byte {
	var out bytes.Buffer
	for n := 1; out.Len() < size-400; n++ {
		fmt.Fprintf(&out, "第%d节 那年冬天河上结了冰，人们从桥上走过，谁也没有回头。渠水从源头流到这里，要走一天一夜。\n", n)
	}
	return out.Bytes()
}

func longTable(size int) []byte {
	var out bytes.Buffer
	out.WriteString("渠段,日期,水量,备注\n")
	for n := 1; out.Len() < size-400; n++ {
		fmt.Fprintf(&out, "东干渠%d,2026-%02d-%02d,%d.%d,正常供水\n", n%97, n%12+1, n%28+1, n%1500, n%10)
	}
	return out.Bytes()
}
