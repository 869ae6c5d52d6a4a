import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import fc from 'fast-check';

/**
 * Runs the rules' tests in Stryker's own process, fastest first, until one fails. Starting Vitest for each mutant takes
 * a second; this takes a few milliseconds.
 */
const root = new URL('../..', import.meta.url).href;
const collectUrl = new URL('./collect.mjs', import.meta.url).href;
/** Where instrumented code looks up the active mutant. */
const namespace = {};
globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] = namespace;
const stripped = new Map();
/** Modules here cache results between calls, so each of their mutants runs in freshly loaded modules. */
const caching = /\/src\/(shared\/exchange|lib\/money)\//;
/** Whether a file tests the rules and nothing that is built on them. */
const testsRules = (file) => {
  const text = readFileSync(file, 'utf8');
  return /'#(shared|lib\/money)\//.test(text) && !/'#(app|server)\//.test(text);
};
/** Counts how often the modules were reloaded; part of their URLs. */
let generation = 0;
let loaded = new Map();

const ours = (url) => url.startsWith(root) && !url.includes('/node_modules/') && !url.startsWith(collectUrl);

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'vitest' && ours(context.parentURL ?? '')) return { url: collectUrl, shortCircuit: true };
    const found = next(specifier, context);
    if (!ours(found.url) || !found.url.endsWith('.ts')) return found;
    return { ...found, url: `${found.url}?generation=${generation}` };
  },
  load(url, context, next) {
    const [file] = url.split('?');
    if (!ours(url) || !file.endsWith('.ts')) return next(url, context);
    if (!stripped.has(file)) stripped.set(file, stripTypeScriptTypes(readFileSync(new URL(file), 'utf8')));
    return { format: 'module', source: stripped.get(file), shortCircuit: true };
  },
});

// A fixed seed and the first of 10,000 generated cases are enough: if they don't find a mutant, the rest won't either.
fc.configureGlobal({ seed: 1, interruptAfterTimeLimit: 300 });

const { collectTests } = await import(collectUrl);

class InProcessRunner {
  costsFile = resolve('mutation-costs.json');

  capabilities() {
    return { reloadEnvironment: true };
  }

  /** Runs every test once and stores its duration for the processes that test the mutants. */
  async dryRun() {
    const tests = [];
    const files = globSync(process.env.MUTATION_TESTS?.split(',') ?? 'tests/unit/**/*.test.ts');
    for (const file of files.filter(testsRules).sort()) {
      // A module's cache filled by one file would hide what the next file's tests cover.
      startGeneration();
      for (const { id, run } of await testsOf(file)) tests.push(await this.#run(id, run));
    }
    writeFileSync(
      this.costsFile,
      JSON.stringify(Object.fromEntries(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]))),
    );
    return { status: DryRunStatus.Complete, tests, mutantCoverage: namespace.mutantCoverage };
  }

  /** Runs the tests that cover the mutant, fastest first, until one fails. */
  async mutantRun({ testFilter, activeMutant, hitLimit, mutantActivation, sandboxFileName }) {
    const isAlone = mutantActivation === 'static' || caching.test(sandboxFileName);
    if (isAlone) startGeneration();
    namespace.hitCount = 0;
    namespace.hitLimit = hitLimit;
    const costs = JSON.parse(readFileSync(this.costsFile, 'utf8'));
    const ids = (testFilter ?? Object.keys(costs)).toSorted((one, other) => costs[one] - costs[other]);
    const tests = [];
    for (const id of ids) {
      const [file] = id.split('#');
      namespace.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
      if (!loaded.has(file)) loaded.set(file, await testsOf(file).catch((error) => error));
      namespace.activeMutant = activeMutant.id;
      const found = loaded.get(file);
      const run = found instanceof Error ? () => Promise.reject(found) : found.find((each) => each.id === id).run;
      tests.push(await this.#run(id, run));
      if (tests.at(-1).status === TestStatus.Failed) break;
    }
    namespace.activeMutant = undefined;
    if (isAlone) startGeneration();
    const endless = determineHitLimitReached(namespace.hitCount, hitLimit);
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests });
  }

  async #run(id, run) {
    const [file, ...name] = id.split('#');
    namespace.currentTestId = id;
    const from = performance.now();
    const failure = await run().then(
      () => null,
      (error) => error ?? 'failed',
    );
    namespace.currentTestId = undefined;
    const result = { id, name: name.join('#'), fileName: resolve(file), timeSpentMs: performance.now() - from };
    if (failure === null) return { ...result, status: TestStatus.Success };
    return { ...result, status: TestStatus.Failed, failureMessage: String(failure.stack ?? failure) };
  }
}

function startGeneration() {
  generation += 1;
  loaded = new Map();
}

/** Imports a test file. @returns its tests under the names by which Stryker knows them */
async function testsOf(file) {
  const url = pathToFileURL(resolve(file)).href;
  const tests = await collectTests(() => import(`${url}?generation=${generation}`));
  return tests.map(({ name, run }) => ({ id: `${file}#${name}`, run }));
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner)];
