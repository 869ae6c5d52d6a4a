import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { product } from './1-product.ts';
import { screens } from './2-screens.ts';
import { entities } from './3-entities.ts';
import { states } from './4-states.ts';
import { validation } from './5-validation.ts';
import { roles } from './6-roles.ts';
import { calls } from './7-calls.ts';
import { errors } from './8-errors.ts';
import { constants } from './9-constants.ts';
import type { Statement } from './statement.ts';

const sections = { product, screens, entities, states, validation, roles, calls, errors, constants };
const record = readFileSync('src/decisions/12-departures-from-the-specification.md', 'utf8');
const rows = [...record.matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)].map(([, row = '']) => row).slice(1);

/** Whether a file has a test of this title, between quotes of any kind; `*` stands for a value inserted there. */
function hasTest(file: string, title: string): boolean {
  if (!existsSync(file)) return false;
  const text = readFileSync(file, 'utf8').replace(/\$\{[^{}]*\}/g, '*');
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));
}

function check(statement: Statement): void {
  if (typeof statement === 'function') statement();
  else if ('row' in statement) expect(rows, 'recorded departures').toContain(statement.row);
  else expect(hasTest(statement.file, statement.title), `${statement.file}: ${statement.title}`).toBe(true);
}

describe.each(Object.entries(sections))('the specification’s section on %s', (_, statements) => {
  test.each(Object.entries(statements))('%s', (_statement, held) => check(held));
});

test('the specification’s statements have all departures that are recorded, and each holds one', () => {
  const named = Object.values(sections).flatMap((each) => Object.values(each));
  const departed = named.flatMap((each) => (typeof each === 'object' && 'row' in each ? [each.row] : []));
  expect(new Set(departed)).toEqual(new Set(rows));
  expect(named.length).toBeGreaterThan(290);
});
