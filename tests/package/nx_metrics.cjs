// SPDX-License-Identifier: MIT
// nx_metrics.cjs LIBRARY: Nx' collector reports how much of a processor a child uses that works; "name value" a line, in
// percent, of each update but the first, and beside it what the child reports about its own times.
const { spawn } = require('child_process');
const { ProcessMetricsCollector } = require(process.argv[2]);

const work = `
    const say = () => process.stdout.write(JSON.stringify([performance.now(), process.cpuUsage()]) + '\\n');
    const end = performance.now() + 4000;
    for (let next = 0; performance.now() < end; )
        if (performance.now() > next) { say(); next = performance.now() + 100; }
`;
const child = spawn(process.execPath, ['-e', work], { stdio: ['ignore', 'pipe', 'ignore'] });
const samples = [];
let rest = '';

child.stdout.on('data', (data) => {
    const lines = (rest + data).split('\n');
    rest = lines.pop();
    for (const line of lines) {
        const [time, { user, system }] = JSON.parse(line);
        samples.push({ time, used: (user + system) / 1000 });
    }
});

const collector = new ProcessMetricsCollector();
console.log('processors', collector.getSystemInfo().cpuCores);
collector.registerMainCliProcess(process.pid);
collector.registerTaskProcess('work', child.pid);
let updates = 0;
collector.subscribe((error, { processes }) => {
    const reported = processes.find(({ pid }) => pid === child.pid);
    if (reported && updates++ > 0) console.log('cpu', reported.cpu.toFixed(1));
});
collector.startCollection();
child.on('close', () => {
    collector.stopCollection();
    const [first, last] = [samples.find(({ time }) => time > 1000), samples.at(-1)];
    console.log('truth', ((100 * (last.used - first.used)) / (last.time - first.time)).toFixed(1));
    console.log('ended');
    process.exit(0);
});
