// SPDX-License-Identifier: MIT
// Looks for the smallest step of process.cpuUsage(), works for MS milliseconds on one thread, in small pieces that V8
// traces, then says so and stays a while idle.
let smallest = Infinity;
let last = process.cpuUsage();
for (const until = performance.now() + 200; performance.now() < until;) {
  const now = process.cpuUsage();
  const step = now.user + now.system - last.user - last.system;
  if (step > 0 && step < smallest) smallest = step;
  last = now;
}
process.stdout.write(`usage-step-us ${smallest}\n`);
const end = performance.now() + Number(process.argv[2]);
let text = '';
while (performance.now() < end) {
  const values = Array.from({ length: 20000 }, (_, i) => ({ i, name: `value ${i}` }));
  text = JSON.stringify(values.map(({ i }) => i));
}
process.stdout.write(`done ${text.length}\n`);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
