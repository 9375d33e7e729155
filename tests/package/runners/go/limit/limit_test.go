// SPDX-License-Identifier: MIT
package limit

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

const long = 600 * time.Second // more than any test has

// TestLimit exceeds the runner's time limit, and so does a child.
func TestLimit(t *testing.T) {
	if os.Getenv("IS_CHILD") == "" {
		child := exec.Command(os.Args[0], "-test.run=TestLimit", "-test.timeout=0")
		child.Env = append(os.Environ(), "IS_CHILD=1")
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(long)
}
