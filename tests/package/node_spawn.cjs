// SPDX-License-Identifier: MIT
// With no knowledge of cycletime but its file's name: each of three generations starts the next in the ways that
// Node.js has, and says what came of it.
const { spawn, spawnSync, execSync } = require('node:child_process');

const generations = ['parent', 'child', 'grandchild'];
const self = process.argv[2] || generations[0];
const next = generations[generations.indexOf(self) + 1];

function say(text) {
  process.stdout.write(`${self} ${text}\n`);
}

process.report.excludeNetwork = true;
say(`hooked ${process.report.getReport().sharedObjects.some((path) => /\\cycletime\.dll$/i.test(path))}`);

if (!next) {
  process.stderr.write('on stderr');
  process.send?.({ from: self });
  process.exitCode = 7;
} else {
  const child = spawn(process.execPath, [__filename, next, 'a "b" \\ ü'], {
    stdio: ['pipe', 'inherit', 'pipe', 'ipc'], env: { ...process.env, GENERATION: next },
  });
  let errors = '';
  child.stderr.on('data', (data) => { errors += data; });
  child.on('message', (message) => { say(`got ${JSON.stringify(message)}`); });
  child.on('close', (code, signal) => {
    say(`saw ${next} end with ${code} ${signal} and on stderr ${JSON.stringify(errors)}`);
    if (self === 'parent') {
      say(`execSync ${JSON.stringify(execSync('echo %GENERATION%&exit 0', { env: { ...process.env, GENERATION: 'x' } }).toString())}`);
      say(`spawnSync ${spawnSync('cmd.exe', ['/c', 'exit 300']).status}`);
      say(`missing ${spawnSync('no-such-program.exe').error.code}`);
    }
    say('done');
    process.send?.({ from: self });
  });
}
