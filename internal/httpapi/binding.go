package httpapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// binding reads the input of an operation and writes its output. It replaces
// huma.Register. That function is generic, so the compiler would make 18 KB of code for
// every operation, in the program and in each package's test. Huma still makes the
// schemas, checks inputs against them, and writes the API document. binding supports only the
// features needed here: parameters that are strings or whole numbers, a JSON body, and headers that
// are strings.
type binding struct {
	api    huma.API
	op     *huma.Operation
	params []param
	body   []int // index of the input's field Body; nil: it has none
	schema *huma.Schema
	reply  []int // index of the output's field Body; nil: it has none
	header []responseHeader
	make   func() any // returns a new input
	call   func(ctx context.Context, in any) (out any, err error)
	raw    func(c huma.Context, in any) // called instead of `call` if the operation writes its answer itself
}

// param is a field of an input that comes from the path, the query or a header.
type param struct {
	field    int
	in, name string
	required bool
	schema   *huma.Schema
}

// responseHeader is a field of an output that is written as a header.
type responseHeader struct {
	field int
	name  string
}

// describe adds the input to the description of an operation: parameters and a JSON
// body.
func (b *binding) describe(input reflect.Type) {
	registry := b.registry()
	for i := range input.NumField() {
		f := input.Field(i)
		p := param{field: i}
		for _, p.in = range []string{"path", "query", "header"} {
			if p.name = f.Tag.Get(p.in); p.name != "" {
				break
			}
		}
		if p.name == "" {
			continue
		}
		if k := f.Type.Kind(); k != reflect.String && k != reflect.Int64 {
			panic("httpapi: " + f.Name + " of " + b.op.Path + " is a parameter of a type that is not read")
		}
		p.required = p.in == "path"
		p.schema = huma.SchemaFromField(registry, f, "")
		b.params = append(b.params, p)
		documented := &huma.Param{Name: p.name, Description: p.schema.Description, In: p.in, Required: p.required, Schema: p.schema}
		if p.in == "query" {
			documented.Explode = new(bool)
		}
		b.op.Parameters = append(b.op.Parameters, documented)
	}
	f, ok := input.FieldByName("Body")
	if !ok {
		return
	}
	b.body = f.Index
	b.schema = huma.SchemaFromField(registry, f, hint(input, f.Name, b.op.OperationID+"Request"))
	b.schema.PrecomputeMessages()
	b.op.RequestBody = &huma.RequestBody{
		Required: f.Type.Kind() != reflect.Pointer && f.Type.Kind() != reflect.Interface,
		Content:  map[string]*huma.MediaType{jsonType: {Schema: b.schema}},
	}
}

const jsonType = "application/json"

// readOutput notes the fields of the output that are written: a JSON body and headers.
func (b *binding) readOutput(output reflect.Type) {
	b.op.DefaultStatus = http.StatusNoContent
	for i := range output.NumField() {
		f := output.Field(i)
		if f.Name == "Body" {
			b.op.DefaultStatus, b.reply = http.StatusOK, f.Index
			continue
		}
		if f.Type.Kind() != reflect.String {
			panic("httpapi: " + f.Name + " of " + b.op.Path + " is a header of a type that is not written")
		}
		b.header = append(b.header, responseHeader{i, f.Tag.Get("header")})
	}
}

// describeOutput adds the output to the description of an operation. readOutput must have been
// called.
func (b *binding) describeOutput(output reflect.Type) {
	registry := b.registry()
	answer := &huma.Response{Description: http.StatusText(b.op.DefaultStatus), Headers: map[string]*huma.Param{}}
	if b.reply != nil {
		f := output.FieldByIndex(b.reply)
		answer.Content = map[string]*huma.MediaType{
			jsonType: {Schema: huma.SchemaFromField(registry, f, hint(output, f.Name, b.op.OperationID+"Response"))},
		}
	}
	status := strconv.Itoa(b.op.DefaultStatus)
	for _, h := range b.header {
		f := output.Field(h.field)
		answer.Headers[h.name] = &huma.Header{Schema: huma.SchemaFromField(registry, f, hint(output, f.Name, b.op.OperationID+status+h.name))}
	}
	b.op.Responses = map[string]*huma.Response{status: answer}
}

// describeError adds the response for errors to the description of an operation.
func (b *binding) describeError() {
	b.op.Responses["default"] = &huma.Response{
		Description: "Error",
		Content:     map[string]*huma.MediaType{jsonType: {Schema: b.registry().Schema(reflect.TypeFor[ErrorBody](), true, "ErrorBody")}},
	}
}

// register adds the operation to the document and to the router.
func (b *binding) register() {
	b.api.OpenAPI().AddOperation(b.op)
	b.api.Adapter().Handle(b.op, b.api.Middlewares().Handler(b.op.Middlewares.Handler(b.serve)))
}

func (b *binding) registry() huma.Registry { return b.api.OpenAPI().Components.Schemas }

// hint is the schema name for a field whose type has no name.
func hint(parent reflect.Type, field, otherwise string) string {
	if parent.Name() != "" {
		return parent.Name() + field
	}
	return otherwise
}

// serve answers one request that has passed admit.
func (b *binding) serve(c huma.Context) {
	in := b.make()
	v := reflect.ValueOf(in).Elem()
	res := &huma.ValidateResult{}
	b.readParams(c, v, res)
	status := http.StatusUnprocessableEntity
	if b.body != nil {
		body, err := io.ReadAll(c.BodyReader()) // admit has limited the size of the body
		switch {
		case err != nil:
			_ = huma.WriteErr(b.api, c, http.StatusBadRequest, "the body cannot be read", err)
			return
		case len(body) > 0:
			status = b.readBody(c, body, v, res)
		case b.op.RequestBody.Required:
			_ = huma.WriteErr(b.api, c, http.StatusBadRequest, "request body is required")
			return
		}
	}
	if len(res.Errors) > 0 {
		_ = huma.WriteErr(b.api, c, status, "validation failed", res.Errors...)
		return
	}
	if b.raw != nil {
		b.raw(c, in)
		return
	}
	out, err := b.call(c.Context(), in)
	if err != nil {
		b.writeError(c, err)
		return
	}
	b.write(c, reflect.ValueOf(out))
}

func (b *binding) readParams(c huma.Context, v reflect.Value, res *huma.ValidateResult) {
	for _, p := range b.params {
		pb := huma.NewPathBuffer(nil, 0)
		pb.Push(p.in)
		pb.Push(p.name)
		var value string
		switch p.in {
		case "path":
			value = c.Param(p.name)
		case "query":
			value = c.Query(p.name)
		case "header":
			value = c.Header(p.name)
		}
		if value == "" {
			if p.required {
				res.Add(pb, "", "required "+p.in+" parameter is missing")
			}
			continue
		}
		f := v.Field(p.field)
		if f.Kind() == reflect.String {
			f.SetString(value)
		} else if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			f.SetInt(n)
		} else {
			res.Add(pb, value, "invalid integer")
			continue
		}
		huma.Validate(b.registry(), p.schema, pb, huma.ModeWriteToServer, f.Interface(), res)
	}
}

// readBody checks a body against its schema and decodes it. It adds the errors to `res`, and returns
// Huma's HTTP status for them. No client gets this status: humaError uses the status of
// errs.BadRequest instead.
func (b *binding) readBody(c huma.Context, body []byte, v reflect.Value, res *huma.ValidateResult) (status int) {
	media := c.Header("Content-Type")
	if media == "" {
		media = jsonType
	}
	status = http.StatusUnprocessableEntity
	wrong := func(err error) {
		res.Errors = append(res.Errors, &huma.ErrorDetail{Location: "body", Message: err.Error(), Value: string(body)})
	}
	var parsed any
	if err := b.api.Unmarshal(media, body, &parsed); err != nil {
		if status = http.StatusBadRequest; errors.Is(err, huma.ErrUnknownContentType) {
			status = http.StatusUnsupportedMediaType
		}
		wrong(err)
		return status
	}
	pb := huma.NewPathBuffer(nil, 0)
	pb.Push("body")
	before := len(res.Errors)
	huma.Validate(b.registry(), b.schema, pb, huma.ModeWriteToServer, parsed, res)
	if err := b.api.Unmarshal(media, body, v.FieldByIndex(b.body).Addr().Interface()); err != nil && len(res.Errors) == before {
		wrong(err)
	}
	return status
}

func (b *binding) writeError(c huma.Context, err error) {
	refused, ok := errors.AsType[*ErrorBody](err)
	if !ok {
		refused = errorBody(c.Context(), err)
	}
	for name, values := range refused.GetHeaders() {
		for _, value := range values {
			c.AppendHeader(name, value)
		}
	}
	b.send(c, refused.GetStatus(), refused)
}

func (b *binding) write(c huma.Context, out reflect.Value) {
	if out.IsNil() {
		c.SetStatus(b.op.DefaultStatus)
		return
	}
	out = out.Elem()
	for _, h := range b.header {
		if value := out.Field(h.field).String(); value != "" {
			c.SetHeader(h.name, value)
		}
	}
	if b.reply == nil {
		c.SetStatus(b.op.DefaultStatus)
		return
	}
	b.send(c, b.op.DefaultStatus, out.FieldByIndex(b.reply).Interface())
}

// send writes a JSON body. A body that cannot be encoded is a bug.
func (b *binding) send(c huma.Context, status int, body any) {
	media, err := b.api.Negotiate(c.Header("Accept"))
	if err != nil {
		_ = huma.WriteErr(b.api, c, http.StatusNotAcceptable, "unable to marshal response", err)
		return
	}
	if filter, ok := body.(huma.ContentTypeFilter); ok {
		media = filter.ContentType(media)
	}
	c.SetHeader("Content-Type", media)
	c.SetStatus(status)
	if err := b.api.Marshal(c.BodyWriter(), media, body); err != nil && c.Context().Err() == nil {
		panic(err)
	}
}
