// Reads the schemas of tools as programs in Go do: schema-reader < LIST. LIST is the result of `tools/list`.
//
// The program compiles every schema, and fails at the first that Go can't use, such as one with a pattern that RE2 lacks.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/google/jsonschema-go/jsonschema"
)

func main() {
	var list struct {
		Tools []struct {
			Name                      string
			InputSchema, OutputSchema *jsonschema.Schema
		}
	}
	if err := json.NewDecoder(os.Stdin).Decode(&list); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, tool := range list.Tools {
		for _, schema := range []*jsonschema.Schema{tool.InputSchema, tool.OutputSchema} {
			if _, err := schema.Resolve(nil); err != nil {
				fmt.Fprintln(os.Stderr, tool.Name, err)
				os.Exit(1)
			}
		}
		fmt.Println(tool.Name)
	}
}
