import { expect, test } from 'vitest';
import { readFillFile } from '#shared/replay/fill-file/read-fill-file.ts';

/** Processor time of this thread, whatever else the machine does. */
function millisecondsOf(first: string): number {
  const file = `${first},Time,Price\n1,2,3\n${first}\n`;
  const before = process.threadCpuUsage();
  readFillFile(new TextEncoder().encode(file));
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

test.each([
  ['marks in changing order', '\u0316\u0301'],
  ['words of a title', 'orders '],
  ['brackets', '('],
  ['dots', '.'],
])('a cell of %s takes time linear in its length', (_, alphabet) => {
  const cell = (length: number) => `${alphabet.repeat(length / alphabet.length)}1`;
  millisecondsOf(cell(10_000));
  const [short, long] = [millisecondsOf(cell(10_000)), millisecondsOf(cell(80_000))];
  expect(long / (short + 5)).toBeLessThan(20);
});
