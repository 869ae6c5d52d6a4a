import './require-node.mjs';
import { existsSync } from 'node:fs';
import { commands, operatorCommands } from './commands.mjs';
import { say, seconds, stop } from './console.mjs';
import { ensureInstalled, requireRuntimePackages, requireWritable, root } from './install.mjs';
import { runSteps } from './run-steps.mjs';

/** The commands of the tests, which the image doesn't have. */
const { testCommands, runReported } = existsSync(`${root}/tests`)
  ? await import('../../tests/runner/commands.mjs')
  : {};

/** Building and publishing need no dev packages, which a server may have omitted. */
const commandsWithoutDev = ['build', 'release'];

/** @returns what a command's first arguments name, and those that follow */
function findCommand(command, args) {
  const choices = { ...commands[command], ...testCommands?.[command], ...operatorCommands[command] };
  const [first = ''] = args;
  const hasSubcommands = Object.keys(choices).some((name) => name !== '');
  if (hasSubcommands && first !== '' && Object.hasOwn(choices, first))
    return { steps: choices[first](args.slice(1)), isOperators: choices[first] === operatorCommands[command]?.[first] };
  if (choices[''] && (!hasSubcommands || first === '' || first.startsWith('-')))
    return { steps: choices[''](args), isOperators: false };
  const named = Object.keys(choices).map((name) => `npm run ${command}${name && ` -- ${name}`}`);
  const all = Object.keys({ ...commands, ...testCommands, ...operatorCommands }).join(', ');
  return stop(
    named.length > 0 ? `use one of: ${named.join(', ')}` : `unknown: ${command || '(none)'}; choose one of ${all}`,
  );
}

const runPlain = async (steps) => ({
  isDone: [...(await runSteps(steps)).values()].every((outcome) => outcome === 'passed'),
  summary: '',
});

const [, , command = '', ...args] = process.argv;
const { steps, isOperators } = findCommand(command, args);
const since = Date.now();
if (isOperators) requireRuntimePackages();
else {
  await ensureInstalled({ omitDev: commandsWithoutDev.includes(command) });
  requireWritable();
}
const { isDone, summary } = await (testCommands?.[command] ? runReported(command, steps) : runPlain(steps));
if (!isOperators) say(`${command}: ${isDone ? 'done' : 'failed'} in ${seconds(since)}`);
if (summary) console.log(summary);
process.exit(isDone ? 0 : 1);
