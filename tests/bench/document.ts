import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { givenOptions } from './options.ts';
import { type Part, parts } from './parts.ts';
import { type Figure, renderMarkdown } from './table.ts';

const file = 'BENCHMARKS.md';

const list = (chosen: readonly Part[]) => chosen.map(({ name, what }) => `| ${name} | ${what} |`);

const head = () => `# Benchmarks

\`npm run bench\` measures each figure, compares it with its target and writes it here: each part has the date, the machine and the command of its last run. Its first run installs the packages of \`tests/bench\`. The clients run on the same machine as what they measure.

\`\`\`sh
npm run bench                                                   # the usual parts
npm run bench -- lighthouse                                     # one part
npm run bench -- postgres --traders=100000 --fills=10000000     # on the large database
npm run bench -- --short                                        # whether all parts still run, as in npm run test:all
\`\`\`

| usual parts | |
|---|---|
${list(parts.filter(({ onlyNamed }) => !onlyNamed)).join('\n')}

| parts that run when named | |
|---|---|
${list(parts.filter(({ onlyNamed }) => onlyNamed)).join('\n')}
`;

/** The text after each part's heading. */
function readSections(): Map<string, string> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [, ...sections] = text.split(/^## /m);
  return new Map(sections.map((section) => [section.slice(0, section.indexOf('\n')), section.trimEnd()]));
}

const startLoad = loadavg()[0] ?? 0;

function describeRun({ name }: Part): string {
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
  const [{ model = 'processors' } = {}, ...others] = cpus();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  const load = `load ${startLoad.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after`;
  const command = ['npm run bench --', name, ...givenOptions].join(' ');
  return `${date}, ${others.length + 1} × ${model.trim()}, ${gigabytes} GB, Node ${process.versions.node}, ${load}: \`${command}\``;
}

/** Replaces a part's figures in BENCHMARKS.md and leaves those of the others. */
export function writeSection(part: Part, figures: readonly Figure[]): void {
  const sections = readSections();
  sections.set(part.name, [part.name, '', describeRun(part), '', renderMarkdown(figures)].join('\n'));
  // Rehearsals that are no parts have sections, too.
  const ordered = new Set([...parts.map(({ name }) => name), ...sections.keys()]);
  const texts = [...ordered].flatMap((name) => sections.get(name) ?? []);
  writeFileSync(file, [head(), ...texts.map((section) => `## ${section}\n`)].join('\n'));
}
