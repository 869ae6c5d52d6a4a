import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { officeLists } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';

let server: TestApp;
const rows = new Map<string, ListRow>();

beforeAll(async () => {
  server = await startTestApp();
  const { token } = await signInStaff(server, 'support');
  const ask = client(server);
  for (let cursor: string | undefined; ; ) {
    const query = cursor === undefined ? {} : { cursor };
    const { data } = await ask(officeLists.places.page, { token, query });
    for (const row of data.rows) rows.set(row.id, row);
    if (data.older === null) break;
    cursor = data.older;
  }
});

afterAll(() => server.close());

type Origin = { readonly source: string; readonly checkedOn: string; readonly counsel: string };
type File = {
  readonly countries: readonly string[];
  readonly postalCodes?: readonly string[];
  readonly [obligation: string]: unknown;
};

const folder = 'content/catalog/countries';
const files = readdirSync(folder).map(
  (name) => [name, parse(readFileSync(`${folder}/${name}`, 'utf8')) as File] as const,
);
const taxes = parse(readFileSync('content/catalog/taxes.yaml', 'utf8')) as {
  territories: { country: string; postalCodes?: string[]; tax: string; rateBps: number }[];
};

const says = (id: string, step: string) => String(rows.get(id)?.[step]);

/** What the law of a file leads to at each step of a purchase. */
const steps: Readonly<Record<string, (id: string, rule: never) => void>> = {
  withdrawal: (id, { days, earlyStart }: { days: number; earlyStart: string }) => {
    const ends = {
      evaluation: 'If we start sooner at your request, you pay for what you',
      reset: 'unless we start sooner',
    };
    const [evaluation, reset] = {
      'keeps-right': ['get the full price back', 'get the full price back'],
      'pays-share': [ends.evaluation, ends.evaluation],
      'ends-right': [ends.reset, ends.reset],
      // A reset is digital content, which is performed at once (Directive 2011/83/EU, article 16 m).
      'by-product': [ends.evaluation, ends.reset],
    }[earlyStart] ?? ['', ''];
    expect(says(id, 'withdrawal')).toMatch(new RegExp(`within ${days} days.*${evaluation}`));
    expect(says(id, 'resetWithdrawal')).toMatch(new RegExp(`within ${days} days.*${reset}`));
    expect(says(id, 'consents').includes('Open my account immediately')).toBe(earlyStart !== 'keeps-right');
  },
  // The terms promise every consumer 14 days.
  refund: (id, { withinDays }: { withinDays: number }) => {
    const days = Number(rows.get(id)?.['refundDays']);
    expect(days).toBe(withinDays === 0 ? 0 : 14);
    expect(days).toBeLessThanOrEqual(withinDays);
  },
  fixedTerm: (id) => {
    expect(says(id, 'yearlyPlan')).toBe('You pay once. It doesn’t renew.');
    expect(says(id, 'monthlyPlan')).toContain('then every month until you cancel');
  },
  renewalReminder: (id, { yearlyWithin: [first, last] }: { yearlyWithin: [number, number] }) => {
    const days = Number(rows.get(id)?.['yearlyReminderDays']);
    expect([days >= first, days <= last]).toEqual([true, true]);
  },
  contractLanguage: (id, { language }: { language: string }) => {
    expect(says(id, 'texts')).toContain(`content/legal/${language}/terms.md`);
    expect(says(id, 'consents')).toMatch(/^I have received the French contract/);
  },
};

const cells = files.flatMap(([name, { countries, postalCodes = [], ...file }]) =>
  countries.flatMap((country) =>
    Object.entries(file).flatMap(([step, rule]) =>
      typeof rule === 'object' && rule !== null && 'law' in rule
        ? [[[country, ...postalCodes].join('_'), step, name, rule as unknown as Origin] as const]
        : [],
    ),
  ),
);

describe('the back office shows what a buyer sees and signs, and the law behind it', () => {
  test.each(cells)('in %s: %s, as in %s', (id, step, name, rule) => {
    steps[step]?.(id, rule as never);
    for (const part of [`${step} (${name.replace('.yaml', '')})`, rule.source, rule.checkedOn, rule.counsel])
      expect(says(id, 'sources')).toContain(part);
    expect(says(id, 'law')).toBe('read');
  });

  test.each(taxes.territories)(
    'in $country $postalCodes with the tax of its territory',
    ({ rateBps, tax, ...place }) => {
      const { country, postalCodes = [] } = place;
      const name = { vat: 'VAT', igic: 'IGIC', ipsi: 'IPSI', none: 'Tax' }[tax];
      expect(says([country, ...postalCodes].join('_'), 'tax')).toBe(`${name} included (${rateBps / 100}%)`);
    },
  );

  test('in a country without a file, only what is true under any law', () => {
    expect(rows.get('JP')).toMatchObject({
      name: 'Japan',
      law: 'unread',
      at: 0,
      withdrawal: 'Where the law gives you no right to withdraw, the fee is non-refundable once we have started.',
      consents: 'I accept the terms of use and the billing terms.\nI agree to the automatic renewal.',
      refundDays: 14,
      sources: '',
    });
  });

  test('and of Québec what the rest of Canada doesn’t see', () => {
    expect(says('CA', 'consents')).not.toContain('French contract');
    expect(says('CA', 'yearlyPlan')).toContain('then every year until you cancel');
  });
});
