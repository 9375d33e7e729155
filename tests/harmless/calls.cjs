// SPDX-License-Identifier: MIT
// Calls what Node.js offers of the system, and prints a line `name: value` for each call. scripts/check harmless runs it without
// and with cycletime, and every line must be the same. So a value that is different each time is printed as whether it is
// right. The argument is the subject.
'use strict';

const childProcess = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const performanceHooks = require('perf_hooks');
const threads = require('worker_threads');
const { once } = require('events');
const { setTimeout: sleep } = require('timers/promises');

const { performance } = performanceHooks;

// print NAME WHAT: the value that WHAT returns or resolves to, or the error that it throws.
async function print(name, what) {
    let value;
    try {
        value = JSON.stringify(await what());
    } catch (error) {
        value = `throws ${error.code || error.name}`;
    }
    console.log(`${name}: ${value}`);
}

const keys = (object) => Object.keys(object).sort();
const types = (object) => keys(object).map((key) => `${key} ${typeof object[key]}`);
const isWithin = (value, least, most) => value >= least && value <= most;

function spin(milliseconds) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
}

// In a thread of its own.
const echo = `
    const { parentPort, workerData, threadId } = require('worker_threads');
    parentPort.on('message', (message) => {
        if (message === 'end') process.exit(7);
        if (message === 'throw') throw new RangeError('thrown');
        parentPort.postMessage({ message, workerData, isThread: threadId > 0 });
    });
    parentPort.postMessage('begun');`;

async function callProcess() {
    await print('process.version', () => process.version);
    await print('process.versions', () => process.versions);
    await print('process.arch', () => [process.arch, process.platform, process.release.name]);
    await print('process.argv', () => process.argv.length);
    await print('process.execPath', () => process.execPath.endsWith('node.exe'));
    await print('process.cwd', () => process.cwd());
    await print('process.pid', () => process.pid > 0 && process.pid !== process.ppid);
    await print('process.title', () => typeof process.title);
    await print('process.umask', () => process.umask());
    await print('process.uptime', () => isWithin(process.uptime(), 0.001, 600));
    await print('process.hrtime', () => {
        const begin = process.hrtime.bigint();
        spin(20);
        const taken = process.hrtime.bigint() - begin;
        return taken >= 20000000n && taken < 20000000000n;
    });
    await print('process.hrtime never goes back', () => {
        let last = process.hrtime.bigint();
        for (let i = 0; i < 100000; i++) {
            const now = process.hrtime.bigint();
            if (now < last) return i;
            last = now;
        }
        return true;
    });
    await print('process.memoryUsage', () => types(process.memoryUsage()));
    await print('process.memoryUsage.rss', () => isWithin(process.memoryUsage.rss(), 1e6, 4e9));
    await print('process.cpuUsage', () => types(process.cpuUsage()));
    await print('process.resourceUsage', () => types(process.resourceUsage()));
    await print('process.constrainedMemory', () => typeof process.constrainedMemory());
    await print('process.kill 0', () => process.kill(process.pid, 0));
    await print('process.kill of none', () => process.kill(999999, 0));
    await print('process.kill of a bad signal', () => process.kill(process.pid, 'SIGNONE'));
    await print('process.chdir', () => {
        const before = process.cwd();
        process.chdir('..');
        const there = process.cwd();
        process.chdir(before);
        return before.startsWith(there);
    });
    await print('process.env', () => {
        process.env.HARMLESS = 'value';
        const value = process.env.harmless;
        delete process.env.HARMLESS;
        return [value, typeof process.env.HARMLESS, process.env.windir, process.env.NUMBER_OF_PROCESSORS];
    });
    await print('process.nextTick', async () => {
        const order = [];
        setImmediate(() => order.push('immediate'));
        process.nextTick(() => order.push('tick'));
        Promise.resolve().then(() => order.push('promise'));
        await sleep(20);
        return order.sort();
    });
    await print('process.report', () => keys(process.report.getReport()));
    await print('process.report libraries', () => process.report.getReport().sharedObjects
        .map((path) => path.toLowerCase().split('\\').pop()).filter((name) => !name.startsWith('cycletime')).sort());
}

async function callPerformance() {
    await print('performance.now', () => isWithin(performance.now(), 1, 600000));
    await print('performance.timeOrigin', () => Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 1000);
    await print('performance.measure', () => {
        performance.mark('begin');
        spin(30);
        performance.mark('end');
        const measure = performance.measure('it', 'begin', 'end');
        return [measure.name, measure.entryType, isWithin(measure.duration, 30, 20000)];
    });
    await print('performance.getEntries', () => performance.getEntriesByType('mark').map((entry) => entry.name));
    await print('performance.timerify', () => performance.timerify((a, b) => a * b)(6, 7));
    await print('performance.eventLoopUtilization', () => types(performance.eventLoopUtilization()));
    await print('performance.nodeTiming', () => keys(performance.nodeTiming.toJSON()));
    await print('PerformanceObserver', async () => {
        const observer = new performanceHooks.PerformanceObserver(() => {});
        observer.observe({ entryTypes: ['mark'] });
        performance.mark('observed');
        const names = observer.takeRecords().map((entry) => entry.name);
        observer.disconnect();
        return names;
    });
    await print('monitorEventLoopDelay', async () => {
        const histogram = performanceHooks.monitorEventLoopDelay({ resolution: 5 });
        histogram.enable();
        await sleep(60);
        histogram.disable();
        return [histogram.min > 0, histogram.max >= histogram.min, histogram.mean > 0];
    });
    await print('createHistogram', () => {
        const histogram = performanceHooks.createHistogram();
        for (let i = 1; i <= 1000; i++) histogram.record(i);
        return [histogram.count, histogram.min, histogram.max, histogram.percentile(50)];
    });
    await print('setTimeout', async () => {
        const begin = performance.now();
        await sleep(50);
        return isWithin(performance.now() - begin, 49, 20000);
    });
    await print('Date', () => {
        const begin = Date.now();
        spin(20);
        return isWithin(Date.now() - begin, 18, 20000);
    });
}

async function callThreads() {
    await print('Worker', async () => {
        const worker = new threads.Worker(echo, { eval: true, workerData: { a: [1, 2] } });
        const answers = [(await once(worker, 'message'))[0]];
        worker.postMessage({ text: 'x'.repeat(100000) });
        const [answer] = await once(worker, 'message');
        answers.push(answer.message.text.length, answer.workerData, answer.isThread);
        worker.postMessage('end');
        return [...answers, (await once(worker, 'exit'))[0]];
    });
    await print('Worker, an error', async () => {
        const worker = new threads.Worker(echo, { eval: true });
        worker.postMessage('throw');
        const [error] = await once(worker, 'error');
        return [error.name, error.message];
    });
    await print('Worker.terminate', async () => {
        const worker = new threads.Worker('for (;;);', { eval: true });
        await once(worker, 'online');
        return worker.terminate();
    });
    await print('Worker.performance', async () => {
        const worker = new threads.Worker(echo, { eval: true });
        await once(worker, 'message');
        const found = types(worker.performance.eventLoopUtilization());
        await worker.terminate();
        return found;
    });
    await print('eight Workers', async () => {
        const workers = Array.from({ length: 8 }, (_, index) => new threads.Worker(
            'let sum = 0; for (let i = 0; i < 2e6; i++) sum += i % 7;'
            + "require('worker_threads').parentPort.postMessage(sum + require('worker_threads').workerData)",
            { eval: true, workerData: index }));
        const sums = await Promise.all(workers.map((worker) => once(worker, 'message')));
        await Promise.all(workers.map((worker) => worker.terminate()));
        return sums.map(([sum]) => sum);
    });
    await print('Atomics.wait', async () => {
        const shared = new Int32Array(new SharedArrayBuffer(8));
        const worker = new threads.Worker(`
            const shared = require('worker_threads').workerData;
            Atomics.wait(shared, 0, 0);
            Atomics.store(shared, 1, 42);
            Atomics.notify(shared, 1);`, { eval: true, workerData: shared });
        await once(worker, 'online');
        Atomics.store(shared, 0, 1);
        Atomics.notify(shared, 0);
        await once(worker, 'exit');
        return shared[1];
    });
    await print('MessageChannel', async () => {
        const { port1, port2 } = new threads.MessageChannel();
        port2.on('message', (value) => port2.postMessage(value.map((x) => x * 2)));
        port1.postMessage(new Float64Array([1, 2, 3]));
        const [value] = await once(port1, 'message');
        port1.close();
        return Array.from(value);
    });
    await print('Atomics.wait, with a limit', () => {
        const begin = performance.now();
        const ended = Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
        return [ended, isWithin(performance.now() - begin, 29, 20000)];
    });
}

async function callSystem() {
    const constant = ['arch', 'availableParallelism', 'endianness', 'homedir', 'hostname', 'loadavg', 'machine', 'platform',
        'release', 'tmpdir', 'totalmem', 'type', 'userInfo', 'version'];
    for (const name of constant) await print(`os.${name}`, () => os[name]());
    await print('os.EOL', () => os.EOL);
    await print('os.constants', () => os.constants);
    await print('os.freemem', () => isWithin(os.freemem(), 1, os.totalmem()));
    await print('os.uptime', () => isWithin(os.uptime(), 1, 1e9));
    await print('os.cpus', () => os.cpus().map((processor) => [processor.model, types(processor.times)]));
    await print('os.networkInterfaces', () => os.networkInterfaces());
    await print('os.getPriority', () => os.getPriority());
    await print('os.setPriority', () => {
        os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
        return os.getPriority();
    });
    await print('os.setPriority back', () => {
        os.setPriority(os.constants.priority.PRIORITY_NORMAL);
        return os.getPriority();
    });
    await print('os.getPriority of none', () => os.getPriority(999999));
}

async function callCrypto() {
    const data = Buffer.from('harmless'.repeat(1000));
    await print('crypto.getHashes', () => crypto.getHashes());
    await print('crypto.getCiphers', () => crypto.getCiphers());
    await print('crypto.getCurves', () => crypto.getCurves());
    for (const name of ['md5', 'sha1', 'sha256', 'sha512', 'sha3-256', 'blake2b512']) {
        await print(`crypto.createHash ${name}`, () => crypto.createHash(name).update(data).digest('hex'));
        await print(`crypto.createHmac ${name}`, () => crypto.createHmac(name, 'key').update(data).digest('hex'));
    }
    await print('crypto.pbkdf2', () => crypto.pbkdf2Sync('word', 'salt', 1000, 32, 'sha256').toString('hex'));
    await print('crypto.scrypt', () => crypto.scryptSync('word', 'salt', 32).toString('hex'));
    await print('crypto.hkdf', () => Buffer.from(crypto.hkdfSync('sha256', 'key', 'salt', 'info', 32)).toString('hex'));
    await print('crypto.randomBytes', () => {
        const seen = new Set();
        for (let i = 0; i < 1000; i++) seen.add(crypto.randomBytes(16).toString('hex'));
        return [seen.size, seen.has('0'.repeat(32))];
    });
    await print('crypto.randomBytes, their bits', () => {
        const counts = new Array(256).fill(0);
        for (const byte of crypto.randomBytes(256 * 1000)) counts[byte]++;
        return [Math.min(...counts) > 800, Math.max(...counts) < 1200];
    });
    await print('crypto.randomUUID', () => new Set([1, 2, 3].map(() => crypto.randomUUID())).size);
    await print('crypto.randomInt', () => new Set(Array.from({ length: 1000 }, () => crypto.randomInt(10))).size);
    await print('crypto.getRandomValues', () => new Set(crypto.webcrypto.getRandomValues(new Uint32Array(16))).size > 10);
    await print('crypto.createCipheriv', () => {
        const cipher = crypto.createCipheriv('aes-256-gcm', Buffer.alloc(32, 1), Buffer.alloc(12, 2));
        const text = Buffer.concat([cipher.update(data), cipher.final()]);
        return crypto.createHash('sha256').update(text).update(cipher.getAuthTag()).digest('hex');
    });
    for (const [kind, options] of [['rsa', { modulusLength: 1024 }], ['ec', { namedCurve: 'P-256' }], ['ed25519', {}]]) {
        await print(`crypto.generateKeyPair ${kind}`, () => {
            const { publicKey, privateKey } = crypto.generateKeyPairSync(kind, options);
            const hash = kind === 'ed25519' ? null : 'sha256';
            return crypto.verify(hash, data, publicKey, crypto.sign(hash, data, privateKey));
        });
    }
    await print('crypto.createECDH', () => {
        const [one, other] = [0, 1].map(() => crypto.createECDH('secp256k1'));
        const [ones, others] = [one.generateKeys(), other.generateKeys()];
        return one.computeSecret(others).equals(other.computeSecret(ones));
    });
    await print('crypto.generatePrime', () => crypto.checkPrimeSync(crypto.generatePrimeSync(128)));
    await print('crypto.timingSafeEqual', () => crypto.timingSafeEqual(data, Buffer.from(data)));
    await print('crypto.subtle', async () => {
        const digest = await crypto.webcrypto.subtle.digest('SHA-256', data);
        return Buffer.from(digest).toString('hex');
    });
}

function ended(child) {
    return new Promise((resolve, reject) => {
        let output = '';
        if (child.stdout) child.stdout.on('data', (data) => { output += data; });
        child.on('error', reject);
        child.on('close', (code, signal) => resolve([code, signal, output]));
    });
}

async function callChildren() {
    const node = (code, options = {}) => childProcess.spawn(process.execPath, ['-e', code], options);
    await print('spawn', () => ended(node('console.log(6 * 7); process.exitCode = 5')));
    await print('spawn, what it reads', () => {
        const child = node('process.stdin.pipe(process.stdout)');
        child.stdin.end('x'.repeat(100000));
        return ended(child).then(([code, signal, output]) => [code, signal, output.length]);
    });
    await print('spawn, environment', () => ended(node('console.log(process.env.HARMLESS)',
        { env: { ...process.env, HARMLESS: 'a b' } })));
    await print('spawn, folder', () => ended(node('console.log(process.cwd())', { cwd: 'C:\\windows' })));
    await print('spawn, parent', () => ended(node(`console.log(process.ppid === ${process.pid})`)));
    await print('spawn of none', () => ended(childProcess.spawn('none.exe')));
    await print('spawn, kill', () => {
        const child = node('console.log(1); setInterval(() => {}, 1000)');
        child.stdout.once('data', () => child.kill());
        return ended(child);
    });
    await print('spawn, crash', () => ended(node('process.abort()', { stdio: ['ignore', 'pipe', 'ignore'] }))
        .then(([code, signal]) => [code !== 0, signal]));
    await print('spawn, detached', async () => {
        const child = node("require('fs').writeFileSync('detached', 'written')", { detached: true, stdio: 'ignore' });
        child.unref();
        await once(child, 'exit');
        return fs.readFileSync('detached', 'utf8');
    });
    await print('spawn, timeout', () => ended(node('setInterval(() => {}, 1000)', { timeout: 3000 })));
    await print('spawn, abort', async () => {
        const controller = new AbortController();
        const child = node('setInterval(() => {}, 1000)', { signal: controller.signal });
        setTimeout(() => controller.abort(), 500);
        return ended(child);
    });
    await print('exec', () => new Promise((resolve) => {
        childProcess.exec('echo one & exit 3', (error, output) => resolve([error.code, output]));
    }));
    await print('execSync', () => childProcess.execSync('ver').toString().trim());
    await print('execFile', () => new Promise((resolve) => {
        childProcess.execFile('cmd.exe', ['/c', 'echo', 'two words'], (error, output) => resolve([error, output]));
    }));
    await print('spawnSync', () => {
        const child = childProcess.spawnSync(process.execPath, ['-p', 'process.argv.length'], { encoding: 'utf8' });
        return [child.status, child.signal, child.stdout, child.stderr];
    });
    await print('spawnSync, timeout', () => {
        const child = childProcess.spawnSync(process.execPath, ['-e', 'for (;;);'], { timeout: 3000 });
        return [child.status, child.signal, child.error.code];
    });
    await print('fork', async () => {
        fs.writeFileSync('forked.cjs', "process.on('message', (x) => { process.send(x + 1); process.disconnect(); })");
        const child = childProcess.fork('forked.cjs');
        child.send(41);
        const [answer] = await once(child, 'message');
        return [answer, (await once(child, 'exit'))[0]];
    });
    await print('ten at once', async () => {
        const children = Array.from({ length: 10 }, (_, index) => ended(node(`process.exitCode = ${index}`)));
        return (await Promise.all(children)).map(([code]) => code);
    });
}

const subjects = {
    process: callProcess, performance: callPerformance, threads: callThreads, system: callSystem, crypto: callCrypto,
    children: callChildren,
};

(async () => {
    await subjects[process.argv[2]]();
    console.log('end: true');
})();
