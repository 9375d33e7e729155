// SPDX-License-Identifier: MIT
package fail

import "testing"

func TestPass(t *testing.T) {}

func TestFail(t *testing.T) { t.Error("fails") }
