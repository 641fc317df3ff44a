package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"
)

var expected = map[string]result{
	"whole-import":         {"COMPLETED", 1, 12},
	"hour-passes":          {"COMPLETED", 2, 12},
	"consent-is-withdrawn": {"CANCELED", 1, 0},
}

var serve = []string{
	"stunt-double", "serve", "--clock", "leaping", "--control", "--notify", "auto", "--reporter", "terminal=report.txt",
}

// Hours pass at once, and no rule is broken.
func TestImport(t *testing.T) {
	program := filepath.Join(t.TempDir(), "importer")
	if said, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for scenario, wanted := range expected {
		t.Run(scenario, func(t *testing.T) {
			args := append(append([]string{}, serve...), "scenarios/"+scenario+".yaml", "--", program)
			said, err := exec.Command("npx", args...).Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, said)
			}
			var brought result
			if err := json.Unmarshal(said, &brought); err != nil || brought != wanted {
				t.Errorf("it brought %s, and not %v", said, wanted)
			}
		})
	}
}
