package httpapi

// JSON is the JSON body of a request or an answer.
type JSON[T any] struct{ Body T }

// Reply is an answer whose payload is in the field data.
type Reply[T any] struct {
	Code int `json:"code" doc:"0"`
	Data T   `json:"data"`
}

// Finished is the answer of a call without a result.
type Finished struct {
	Code int `json:"code" doc:"0"`
}

// PageAddress is the address of a page outside of the app.
type PageAddress struct {
	URL string `json:"url"`
}

// Data returns an answer with data in the field data, or err.
func Data[T any](data T, err error) (*JSON[Reply[T]], error) {
	if err != nil {
		return nil, err
	}
	return &JSON[Reply[T]]{Reply[T]{Data: data}}, nil
}

// Finish returns the answer of a successful call, or err.
func Finish(err error) (*JSON[Finished], error) {
	if err != nil {
		return nil, err
	}
	return &JSON[Finished]{}, nil
}
