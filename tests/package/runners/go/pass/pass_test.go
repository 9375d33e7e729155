// SPDX-License-Identifier: MIT
package pass

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestBoth(t *testing.T) {
	for i := 1; i <= 2000; i += 2 {
		fmt.Fprintln(os.Stdout, "line", i)
		fmt.Fprintln(os.Stderr, "line", i+1)
	}
}

func TestChild(t *testing.T) {
	output, err := exec.Command(os.Args[0], "-test.run=TestBoth").CombinedOutput()
	if err != nil || strings.Count(string(output), "line ") != 2000 {
		t.Fatal(err, string(output))
	}
}
