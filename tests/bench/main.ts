import { createRequire } from 'node:module';
import { endAll, endPart } from './clean-up.ts';
import { writeSection } from './document.ts';
import { names } from './options.ts';
import { type Part, parts } from './parts.ts';
import { isShort } from './sized.ts';
import { type Figure, isComplete, renderTable } from './table.ts';

const unknown = names.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`no part ${unknown.join(', ')}; choose from ${parts.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}
const { resolve } = createRequire(import.meta.url);

function isInstalled(name: string): boolean {
  try {
    return Boolean(resolve(name));
  } catch {
    return false;
  }
}

const chosen = parts.filter(({ name, onlyNamed, findMissing }) =>
  names.length > 0 ? names.includes(name) : isShort ? findMissing === undefined : onlyNamed === undefined,
);

function report(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

/** @throws if a part has produced no figure, or one that isn't a number */
async function measure({ name, measure }: Part): Promise<readonly Figure[]> {
  const figures = await measure(report);
  const missing = figures.filter((figure) => !isComplete(figure));
  if (figures.length === 0 || missing.length > 0)
    throw new Error(`${name} has not measured ${missing.map(({ what }) => what).join(', ') || 'anything'}`);
  return figures;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().then(() => process.exit(130)));
}
const measured: Figure[] = [];
const failed: string[] = [];
for (const [index, part] of chosen.entries()) {
  const startedAt = performance.now();
  if (isShort && part.package && !isInstalled(part.package)) {
    report(`${part.name}: skipped, because ${part.package} could not be installed`);
    continue;
  }
  const lacking = part.findMissing?.() ?? null;
  if (lacking !== null) {
    report(`${part.name}: skipped. ${lacking}`);
    continue;
  }
  report(`${part.name}: ${part.what} …`);
  try {
    const figures = await measure(part);
    measured.push(...figures);
    if (!isShort) writeSection(part, figures);
  } catch (error) {
    console.error(error);
    failed.push(part.name);
  }
  const isShared = part.onEmbedded && chosen[index + 1]?.onEmbedded;
  if (!isShared) await endPart();
  report(`${part.name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
}
await endAll();
if (measured.length > 0) process.stdout.write(`\n${renderTable(measured)}\n\n`);
if (failed.length > 0) {
  console.error(`failed: ${failed.map((name) => `npm run bench -- ${name}`).join(', ')}`);
  process.exit(1);
}
