package main

import "fmt"

// 打印水位
func main() {
	fmt.Println("水位", 3.2)
}
