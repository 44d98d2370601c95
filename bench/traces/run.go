// Real panics of cobra: what Go prints, and its own list of the frames.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

type frame struct {
	Path     string `json:"path"`
	Line     int    `json:"line"`
	Function string `json:"function"`
}

var cases = []func(){
	func() { c := &cobra.Command{Use: "x"}; c.AddCommand(c) },
	func() { c := &cobra.Command{}; c.MarkFlagsRequiredTogether("a", "b") },
	func() { c := &cobra.Command{}; c.MarkFlagsMutuallyExclusive("a") },
	func() { c := &cobra.Command{}; c.MarkFlagsOneRequired("a") },
	func() { var c *cobra.Command; c.Flags() },
	func() { var c *cobra.Command; _ = c.Name() },
	func() { c := &cobra.Command{Use: "x", Run: func(*cobra.Command, []string) { panic("within run") }}; c.SetArgs([]string{}); _ = c.Execute() },
	func() { c := &cobra.Command{Use: "x"}; g := &cobra.Command{Use: "y", GroupID: "none", Run: func(*cobra.Command, []string) {}}; c.AddCommand(g); c.SetArgs([]string{"y"}); _ = c.Execute() },
	func() { cobra.AddTemplateFunc("f", func() {}); c := &cobra.Command{Use: "x", Run: func(*cobra.Command, []string) {}}; c.SetUsageTemplate("{{"); c.SetArgs([]string{"--help"}); _ = c.Execute() },
}

// One case dies in a child, so that the text is what Go itself prints; the frames are asked for in this process.
func main() {
	if len(os.Args) > 1 {
		number, _ := strconv.Atoi(os.Args[1])
		cases[number]()
		return
	}
	for number, code := range cases {
		frames := caught(code)
		if frames == nil {
			continue
		}
		child := exec.Command(os.Args[0], strconv.Itoa(number))
		var text strings.Builder
		child.Stderr = &text
		_ = child.Run()
		line, _ := json.Marshal(map[string]interface{}{"id": fmt.Sprintf("cobra-%d", number+1), "text": text.String(), "frames": frames})
		fmt.Println(string(line))
	}
}

func caught(code func()) (found []frame) {
	defer func() {
		if recover() == nil {
			return
		}
		callers := make([]uintptr, 64)
		frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
		for {
			at, more := frames.Next()
			if !strings.HasPrefix(at.Function, "runtime.") {
				name := at.Function[strings.LastIndex(at.Function, "/")+1:]
				parts := strings.Split(name, ".")
				// A function without a name is inside one that has one.
				for len(parts) > 1 && strings.HasPrefix(parts[len(parts)-1], "func") {
					parts = parts[:len(parts)-1]
				}
				found = append(found, frame{at.File, at.Line, parts[len(parts)-1]})
			}
			if !more {
				return
			}
		}
	}()
	code()
	return nil
}
