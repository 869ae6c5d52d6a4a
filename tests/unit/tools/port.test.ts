import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { checkPort, findPort } from '#tools/port.mjs';

/** A process that holds a free port and answers nothing, as one that is stopped in a debugger does. */
async function holdPort(): Promise<{ port: string; child: ChildProcess }> {
  const port = await findPort(18_471);
  const program = `require('node:net').createServer(() => undefined).listen(${port}, () => process.stdout.write('listens'))`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return { port, child };
}

test('a port that is in use is reported with its process and another port', async () => {
  const { port, child } = await holdPort();
  const problem = await checkPort(port);
  expect(problem).toMatch(new RegExp(`^port ${port} is in use by process ${child.pid} \\(\\S*node -e .*`));
  expect(problem).toMatch(new RegExp(`: stop it, or choose another port: PORT=${Number(port) + 1} npm start$`));
  expect(await checkPort(await findPort(Number(port)))).toBeUndefined();
  expect(await checkPort('none')).toBeUndefined();
});
