import { spawn } from 'node:child_process';
import { ensureBuilt } from './build.mjs';
import { say } from './console.mjs';
import { ensureInstalled, projectEnvironment, root } from './install.mjs';

await ensureInstalled();
ensureBuilt();
say('starting site and API …');
const server = spawn('node', ['src/server/main.ts'], { cwd: root, stdio: 'inherit', env: projectEnvironment() });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
