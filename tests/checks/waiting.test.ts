import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

/**
 * The shared helper, and what waits for a server's work of any length: a start, which ends with its process, and the
 * recovery from faults, which the bench also measures.
 */
const mayWait = ['eventually', 'server', 'buyers', 'payees', 'fault-run'].map((name) => `tests/support/${name}.ts`);

/** Ways to fail on a slow machine. */
const impatient: Readonly<Record<string, RegExp>> = {
  'waits on its own; use eventually()':
    /\bexpect\s*\.poll\(|\.toPass\(|\b(vi|page|\w+)\.(waitFor|waitUntil|waitForTimeout)\(/,
  sleeps: /new Promise[^;]*\bsetTimeout\b|\btimers\/promises\b/,
  'has a time-out of its own': /\btimeout: [\d_]|\.set(Default)?Timeout\(\d|^\s*\}, [\d_]{4,}\);$/m,
  'measures how long something took': /\bperformance\.now\(/,
  'is repeated until it passes': /\bretr(y|ies): \d(?!,\n\s*failure)/,
};

/** Takes the pictures of the pages, which no test compares. */
const photographer = 'tests/runner/pictures.ts';

/** Replaces the timers of the simulator's process, so that nothing there waits; draws whose turn it is. */
const simulatorsTurns = ['tests/simulator/chance.ts', 'tests/simulator/overlap.ts'];

test('no test depends on how fast the machine is', () => {
  const files = listFiles('tests').filter(
    (file) =>
      /\.(ts|mjs)$/.test(file) &&
      !/^tests\/(bench|mutation|checks|places|emulators\/foreign)\//.test(file) &&
      ![photographer, ...simulatorsTurns, ...mayWait].includes(file),
  );
  const wrong = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const own = file.endsWith('.config.ts') ? ['is repeated until it passes'] : Object.keys(impatient);
    return own.filter((fault) => impatient[fault]?.test(text)).map((fault) => `${file} ${fault}`);
  });
  expect(wrong).toEqual([]);
});
