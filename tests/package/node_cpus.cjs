// SPDX-License-Identifier: MIT
// What libuv asks ntdll for: the milliseconds that the first processor has been idle.
console.log('idle ' + require('os').cpus()[0].times.idle);
