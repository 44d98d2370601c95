package main

import (
	"fmt"
	str "strings"
	. "math"
)

import "os"

// Command is one.
type Command struct {
	Base
	*other.Thing
	Use string
}

type Runner interface {
	io.Reader
	Run(args []string) error
}

type Names = []string
type Handler func(Command) error

const Limit = 3

var (
	first, second = 1, 2
)

// Execute runs it.
func (c *Command) Execute(args []string) error {
	var local = Limit
	fmt.Println(c.Use, local)
	c.Run(args).Wait()
	return Map[string](args, helper)
}

func main() { go (&Command{Use: "x"}).Execute(nil) }
