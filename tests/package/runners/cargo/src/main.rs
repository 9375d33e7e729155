// SPDX-License-Identifier: MIT
//! The child that the tests start: prints on both streams.
fn main() {
    for i in (1..=2000).step_by(2) {
        println!("line {}", i);
        eprintln!("line {}", i + 1);
    }
}
