// SPDX-License-Identifier: MIT
const { spawnSync } = require("node:child_process");
const { equal, ok } = require("node:assert");
const { test } = require("node:test");

const run = (mode, timeout = 300000) =>
    spawnSync("cycletime", ["./program.exe", mode], { encoding: "utf8", timeout });
const lines = (first) => {
    let text = "";
    for (let i = first; i <= 2000; i += 2) text += `line ${i}\r\n`;
    return text;
};

test("pass", () => equal(run("pass").stdout, "passed\r\n"));
test("fail", () => equal(run("fail").status, 0));
test("exit_code", () => equal(run("fail").status, 3));
test("crash", () => equal(run("crash").status, 5)); // the low byte of 0xC0000005
test("both", () => {
    const result = run("both");
    equal(result.stdout, lines(1));
    ok(result.stderr.includes(lines(2)));
});
test("child", () => equal(run("child").stdout, lines(1) + "the child ended with 0\r\n"));
test("limit", () => equal(run("limit", 3000).error.code, "ETIMEDOUT"));
