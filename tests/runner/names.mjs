import { readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { root } from '../../src/tools/install.mjs';
import { allSteps, runTests } from './steps.mjs';

const suites = ['checks', 'specification', 'unit', 'stores', 'server', 'site', 'e2e'];
const escapePattern = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Test files by suite, relative to the project's folder. */
function listFiles() {
  const inSuite = (suite) =>
    readdirSync(resolve(root, 'tests', suite), { recursive: true })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => ({ suite, path: `tests/${suite}/${path.replaceAll('\\', '/')}` }));
  return suites.flatMap(inSuite);
}

/** Also after the table of `test.each`, which may be long. */
const titlePattern = /(?:\b(?:test|it|describe)\b[^'"`\n]{0,90}|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
/** What a title's values are inserted at: `${name}`, `%s`, `$name`. */
const value = /\$\{[^{}]*\}|%[a-z]|\$[a-z][\w.]*/gi;

/**
 * How much of a text stands in a title of this file: all of it, or a title's own part if inserted values complete it.
 * @returns a number of characters, 0 if no title becomes the text
 */
function measureTitle(path, text) {
  const titles = [...readFileSync(resolve(root, path), 'utf8').matchAll(titlePattern)].map(([, , title]) => title);
  const becomes = (title) => new RegExp(`^${title.split(value).map(escapePattern).join('.+')}$`).test(text);
  const measure = (title) => {
    if (title.includes(text)) return text.length;
    return becomes(title) ? title.replace(value, '').length : 0;
  };
  return Math.max(0, ...titles.map(measure));
}

/** The files that have a title; “reports %s” may become any text, so the title with the largest own part decides. */
function filesWithTitle(files, title) {
  const measured = files.map((file) => ({ file, length: measureTitle(file.path, title) }));
  const best = Math.max(1, ...measured.map(({ length }) => length));
  return measured.filter(({ length }) => length === best).map(({ file }) => file);
}

/**
 * The steps for names on the command line, with the steps they need. A name is a step's, part of a test file's path, or
 * part of a test's title; files and titles together run only the tests of these files that have the titles.
 * @param options passed on to the runners
 * @returns the steps, or a sentence that says which name matches nothing
 */
export function findSteps(names, options) {
  const files = listFiles();
  const chosen = { steps: new Set(), files: new Set(), titles: [] };
  for (const name of names) {
    const step = allSteps.find((each) => each.name === name);
    const named = files.filter(({ path }) => basename(path, '.test.ts') === name);
    const matching = named.length > 0 ? named : files.filter(({ path }) => path.includes(name));
    if (step) chosen.steps.add(step);
    else if (matching.length > 0) for (const file of matching) chosen.files.add(file);
    else chosen.titles.push(name);
  }
  const having = chosen.titles.map((title) => filesWithTitle(chosen.files.size > 0 ? [...chosen.files] : files, title));
  const unknown = chosen.titles.find((_, index) => having[index].length === 0);
  if (unknown && chosen.files.size === 0) return `no step, test file or test title matches “${unknown}”`;
  // A title after its group's name stands in no file as a whole.
  const chosenFiles = having.flat().length > 0 ? [...new Set(having.flat())] : [...chosen.files];
  const titles = chosen.titles.map(escapePattern).join('|');
  const own = suites.flatMap((suite) => {
    const paths = chosenFiles.filter((file) => file.suite === suite).map(({ path }) => path);
    if (paths.length === 0) return [];
    const filter = titles ? [suite === 'e2e' ? '--grep' : '--testNamePattern', titles] : [];
    const step = runTests(suite, undefined, [...paths, ...filter, ...options]);
    // Only these tests run in other browsers.
    const isOther = paths.some((path) => path.endsWith('/engines.test.ts'));
    return [isOther ? { ...step, needs: [...step.needs, 'other browsers'] } : step];
  });
  const steps = [...chosen.steps, ...own];
  const needed = new Set(steps.flatMap(({ needs = [] }) => needs));
  return [...allSteps.filter(({ name }) => needed.has(name) && !chosen.steps.has(name)), ...steps];
}
