package httpapi

// JSON is what comes or goes as the JSON body of a call.
type JSON[T any] struct{ Body T }

// Reply is an answer whose payload stands under data.
type Reply[T any] struct {
	Code int `json:"code" doc:"0"`
	Data T   `json:"data"`
}

// Finished is the answer of a call that has nothing to tell.
type Finished struct {
	Code int `json:"code" doc:"0"`
}

// PageAddress is a page elsewhere.
type PageAddress struct {
	URL string `json:"url"`
}

// Data answers with data under data, or with err.
func Data[T any](data T, err error) (*JSON[Reply[T]], error) {
	if err != nil {
		return nil, err
	}
	return &JSON[Reply[T]]{Reply[T]{Data: data}}, nil
}

// Finish answers that a call has succeeded, or with err.
func Finish(err error) (*JSON[Finished], error) {
	if err != nil {
		return nil, err
	}
	return &JSON[Finished]{}, nil
}
