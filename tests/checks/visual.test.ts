import { readdirSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { screens } from '../e2e/visual/screens.ts';

const folder = 'tests/e2e/visual/baselines';
/** Every renewal adds to the history that each clone downloads. */
const maxBytes = 100 * 1_024;

test('each screen has its four baselines, none is left over, and none is large', () => {
  const looks = ['390-light', '390-dark', '1440-light', '1440-dark'];
  const expected = screens.flatMap(({ name }) => looks.map((look) => `${name}-${look}.webp`));
  const files = readdirSync(folder);
  expect(files.sort()).toEqual(expected.sort());
  const large = files.filter((file) => statSync(`${folder}/${file}`).size > maxBytes);
  expect(large, `baselines above ${maxBytes} bytes: use isFirstScreen`).toEqual([]);
});
