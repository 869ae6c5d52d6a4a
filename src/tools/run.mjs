import './require-node.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { commands, operatorCommands } from './commands.mjs';
import { say, seconds, stop } from './console.mjs';
import { ensureInstalled, requireRuntimePackages, requireWritable } from './install.mjs';
import { runSteps } from './run-steps.mjs';
import { flatten, reports, testTasks } from './test-steps.mjs';
import { describeSummary, summarize } from './test-summary.mjs';

/** Building and publishing need no dev packages, which a server may have omitted. */
const commandsWithoutDev = ['build', 'release'];

/** @returns what a command's first arguments name, and those that follow */
function findCommand(command, args) {
  const choices = { ...commands[command], ...operatorCommands[command] };
  const [first = ''] = args;
  const hasSubcommands = Object.keys(choices).some((name) => name !== '');
  if (hasSubcommands && first !== '' && Object.hasOwn(choices, first))
    return { steps: choices[first](args.slice(1)), isOperators: choices[first] === operatorCommands[command]?.[first] };
  if (choices[''] && (!hasSubcommands || first === '' || first.startsWith('-')))
    return { steps: choices[''](args), isOperators: false };
  const named = Object.keys(choices).map((name) => `npm run ${command}${name && ` -- ${name}`}`);
  const all = Object.keys({ ...commands, ...operatorCommands }).join(', ');
  return stop(
    named.length > 0 ? `use one of: ${named.join(', ')}` : `unknown: ${command || '(none)'}; choose one of ${all}`,
  );
}

/** Installs what is missing, runs every step that can run, and ends with what failed. */
async function runAll(command, steps) {
  await ensureInstalled({ omitDev: commandsWithoutDev.includes(command) });
  requireWritable();
  mkdirSync(reports, { recursive: true });
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
  const since = Date.now();
  const summary = summarize(flatten(steps), await runSteps(steps));
  const isDone = summary.failures.length === 0;
  say(`${command}: ${isDone ? 'done' : 'failed'} in ${seconds(since)}`);
  if (Object.hasOwn(testTasks, command)) console.log(describeSummary(summary));
  process.exit(isDone ? 0 : 1);
}

const [, , command = '', ...args] = process.argv;
const { steps, isOperators } = findCommand(command, args);
if (!isOperators) await runAll(command, steps);
requireRuntimePackages();
const outcomes = await runSteps(steps);
process.exit([...outcomes.values()].every((outcome) => outcome === 'passed') ? 0 : 1);
