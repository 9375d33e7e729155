// SPDX-License-Identifier: MIT
package crash

import "testing"

func TestCrash(t *testing.T) {
	var nowhere *int
	*nowhere = 1
}
