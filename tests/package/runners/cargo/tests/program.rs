// SPDX-License-Identifier: MIT
//! Cargo runs all of them in one process, so the one that crashes and the one that exceeds a time limit do so only if
//! CASE, a variable, asks for it.
use std::process::Command;
use std::time::Duration;

fn is_asked_for(case: &str) -> bool {
    std::env::var("CASE").map_or(false, |value| value == case)
}

#[test]
fn pass() {}

#[test]
fn fail() {
    panic!("fails");
}

#[test]
fn both() {
    println!("a line");
    eprintln!("another line");
}

#[test]
fn child() {
    let output = Command::new(env!("CARGO_BIN_EXE_runners")).output().unwrap();
    assert!(output.status.success());
    assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1000);
    assert_eq!(output.stderr.iter().filter(|&&byte| byte == b'\n').count(), 1000);
}

#[test]
fn crash() {
    if is_asked_for("crash") {
        unsafe { std::ptr::write_volatile(16 as *mut i32, 0) };
    }
}

#[test]
fn limit() {
    if is_asked_for("limit") {
        std::thread::sleep(Duration::from_secs(600));
    }
}
