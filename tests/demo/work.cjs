// SPDX-License-Identifier: MIT
// Works for MS milliseconds on one thread, in small pieces that V8 traces, then says so and stays a while idle.
const end = performance.now() + Number(process.argv[2]);
let text = '';
while (performance.now() < end) {
  const values = Array.from({ length: 20000 }, (_, i) => ({ i, name: `value ${i}` }));
  text = JSON.stringify(values.map(({ i }) => i));
}
process.stdout.write(`done ${text.length}\n`);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
