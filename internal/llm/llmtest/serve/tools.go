package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// toolServer is a server of the Model Context Protocol, made with the official SDK. Its
// only tool looks up an order.
func toolServer() http.Handler {
	server := mcp.NewServer(&mcp.Implementation{Name: "订单系统", Version: "1"}, nil)
	type order struct {
		Number string `json:"number" jsonschema:"订单号"`
	}
	mcp.AddTool(server, &mcp.Tool{Name: "order", Title: "查订单", Description: "按订单号查签收日期和金额。"},
		func(_ context.Context, _ *mcp.CallToolRequest, o order) (*mcp.CallToolResult, any, error) {
			text := "订单 " + o.Number + "：11 月 20 日签收，199 元。"
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
		})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
}
