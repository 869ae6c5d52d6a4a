import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { couponCode, personName, titleLine, typedCode } from '#shared/core/fields.ts';
import { registry } from '#shared/firm/registry.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { updateProfile } from '#shared/people/contract-profile.ts';

/** Every field of every body and query, by call and name. */
const fields = registry.flatMap(({ name, body, query }) =>
  [body, query].flatMap((schema) =>
    schema instanceof z.ZodMiniObject
      ? Object.entries(schema.shape).map(([field, kind]) => ({
          field: `${name}.${field}`,
          kind: kind as z.ZodMiniType,
        }))
      : [],
  ),
);

const accepts = (kind: z.ZodMiniType, value: string) => kind.safeParse(value).success;

test.each([
  ['a day', '2026-02-28', ['2026-02-30', '2025-02-29', '2026-13-01', '2026-00-10', '0000-01-01', '2026-2-8']],
  ['a minute', '2026-02-28T10:00', ['2026-02-30T10:00', '2026-02-28T24:00', '2026-02-28T10:60']],
  ['a month', '2026-02', ['2026-13', '2026-00']],
])('each field of a call that takes %s takes none that doesn’t exist', (_, existing, missing) => {
  const others = [existing.replaceAll(/\d/g, 'x'), `${existing}0`];
  const dated = fields.filter(({ kind }) => accepts(kind, existing) && others.every((other) => !accepts(kind, other)));
  expect(dated.length).toBeGreaterThan(0);
  const wrong = dated.flatMap(({ field, kind }) =>
    missing.flatMap((day) => (accepts(kind, day) ? [`${field} ${day}`] : [])),
  );
  expect(wrong).toEqual([]);
});

/** Named like a day, but places in a stream, spans of time or other things. */
const notDays = ['accountStream.since'];

test('each field named like a day is one, and refuses a day that doesn’t exist under its name', () => {
  const named = fields.filter(({ field }) => /(?:\.(?:from|to|day|since)|On|_date|date_of_birth)$/.test(field));
  const texts = named.filter(({ field, kind }) => !notDays.includes(field) && !kind.safeParse(1_000).success);
  expect(texts.map(({ field }) => field)).toEqual(
    expect.arrayContaining([
      'signTaxForm.date_of_birth',
      'officeOrders.paidOn',
      'officeOrders.refundedOn',
      'tradesFile.to',
    ]),
  );
  const wrong = texts.filter(({ kind }) => !accepts(kind, '2026-02-28') || accepts(kind, '2026-02-30'));
  expect(wrong.map(({ field }) => field)).toEqual([]);
});

const company = createOrder.body.shape.company_name;

test('each name needs a letter, and a company’s a letter or a digit', () => {
  /** Names that people give to their things. */
  const things = ['createReadToken.name', 'renamePasskey.name', 'saveView.name', 'renameView.name'];
  const names = fields.filter(
    ({ field }) =>
      /(?:first_name|last_name|payee_name|signature|company_name|\.name)$/.test(field) && !things.includes(field),
  );
  const letterless = ['․', '...', '-', '—', '’', '、', '\u0301'];
  const accepted = names.flatMap(({ field, kind }) =>
    letterless.filter((name) => accepts(kind, name)).map((name) => `${field} ${name}`),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(accepted).toEqual([]);
  expect(accepts(company, '4711')).toBe(true);
  // The one dot leader, which browsers read as a dot.
  expect(accepts(personName, 'evil․com')).toBe(false);
});

test.each([
  ['a web address', 'see http://evil.example'],
  ['a web address without a scheme', 'www.evil.example'],
  ['a line break', 'Maré\nLda'],
  ['a change of direction', 'Maré \u202eadL'],
])('a company’s name may not hold %s', (_, typed) => {
  expect(accepts(company, typed)).toBe(false);
});

test('a company’s name is cleaned of what nobody sees, and may hold a dot', () => {
  expect([company.parse('\u200b'), company.parse(' Maré\u200b  & Fils '), company.parse('Booking.com B.V.')]).toEqual([
    '',
    'Maré & Fils',
    'Booking.com B.V.',
  ]);
});

/** Fillers and tags that Unicode's list DerivedCoreProperties.txt names default ignorable, and the blank of Braille. */
const invisible = [
  '\u3164',
  '\u115f',
  '\uffa0',
  '\u2800',
  '\ufe0f',
  '\u{e0041}',
  '\u17b4',
  '\u00ad',
  '\u2060',
  '\u{1d173}',
];

test.each(invisible)('%j alone is no name, company or title, and vanishes from a code', (sign) => {
  expect([accepts(personName, sign), accepts(titleLine(80), sign), company.parse(sign)]).toEqual([false, false, '']);
  expect([couponCode.parse(`tide${sign}20`), typedCode(12).parse(`12${sign}3456`)]).toEqual(['TIDE20', '123456']);
});

test('a name keeps what says how its letters look', () => {
  // A variant of 葛 as registered in Japan, and a Persian name whose parts don’t join.
  expect(['葛\u{e0100}城', 'علی\u200cرضا'].map((name) => personName.parse(name))).toEqual([
    '葛\u{e0100}城',
    'علی\u200cرضا',
  ]);
});

test('a profile’s postal code is cleared by an empty text', () => {
  expect(updateProfile.body.shape.postal_code.parse(' ')).toBeNull();
});
