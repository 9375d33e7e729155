// SPDX-License-Identifier: MIT
package limit

import (
	"testing"
	"time"
)

// No child goes on here, as in the other projects: under Wine it would hold the stream of errors, and `go test` would wait
// for it for another minute.
func TestLimit(t *testing.T) {
	time.Sleep(600 * time.Second) // more than any test has
}
