import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { type LawfulPlace, obligationNames } from '#content/consumer-rights.ts';
import { createTemplateVariables, replaceTemplateVariables } from '#content/template-variables.ts';
import { dayMs } from '#lib/durations.ts';
import { declareSubscriptionEnd } from '#shared/billing/contract.ts';
import { findCancellationRight } from '#shared/orders/cancel-contract.ts';
import { endsWithTerm, findObligation } from '#shared/orders/country-law.ts';
import { renewalReminderMs } from '#shared/orders/renewal.ts';

const catalog = readCatalog();
const { places } = catalog.consumerRights;
const terms = replaceTemplateVariables(
  readFileSync('content/legal/en/terms.md', 'utf8'),
  createTemplateVariables(catalog, 'en'),
  'terms',
);

type Buyer = { readonly country: string; readonly postalCode: string | null };

/** What the program or the contract does for each obligation of a place. */
const effects: { readonly [Name in (typeof obligationNames)[number]]: (place: LawfulPlace, buyer: Buyer) => void } = {
  withdrawal: ({ withdrawal }, { country }) =>
    expect(findCancellationRight(catalog.consumerRights, { country, kind: 'evaluation' })?.days).toBe(withdrawal?.days),
  // The terms promise 14 days, and at once where the law says so.
  refund: ({ refund }) => {
    const promised =
      refund?.withinDays === 0 ? 'and at once where your law says so' : 'within 14 days of your statement';
    expect(terms).toContain(promised);
    expect([0, 14, 30]).toContain(refund?.withinDays);
  },
  contractLanguage: ({ contractLanguage }, buyer) =>
    expect(findObligation(places, 'contractLanguage', buyer)?.language).toBe(contractLanguage?.language),
  fixedTerm: ({ fixedTerm }, buyer) =>
    expect(fixedTerm?.intervals.map((interval) => endsWithTerm(places, buyer, interval))).toEqual([true]),
  renewalReminder: ({ renewalReminder }, { country }) => {
    const days = renewalReminderMs(catalog.consumerRights, 'yearly', country) / dayMs;
    const [first = 0, last = 0] = renewalReminder?.yearlyWithin ?? [];
    expect(first <= days && days <= last).toBe(true);
  },
  cancellationStatement: ({ cancellationStatement }) =>
    expect(cancellationStatement?.fields.filter((field) => !(field in declareSubscriptionEnd.body.shape))).toEqual([]),
  feeChange: ({ feeChange }) => {
    const days = Number(/we write to you (\d+) days before it applies/.exec(terms)?.[1]);
    const [first = 0, last = 0] = feeChange?.within ?? [];
    expect(first <= days && days <= last).toBe(true);
  },
  fullPrice: () => {
    const strings = JSON.parse(readFileSync('public/locales/en/home.json', 'utf8'));
    expect(strings.lead).toContain('costs {{price}} {{billing}}, and {{activation}} once when you pass');
  },
  faceComparison: () => {
    const policy = readFileSync('content/legal/en/privacy-policy.md', 'utf8');
    expect(policy).toContain('your explicit consent');
    expect(policy).toContain('at the latest three years');
  },
};

const cells = Object.entries(places).flatMap(([name, place]) =>
  place.countries.flatMap((country) =>
    obligationNames.flatMap((obligation) =>
      place[obligation] === undefined
        ? []
        : [[country, obligation, `content/catalog/countries/${name}.yaml`, place] as const],
    ),
  ),
);

describe('a buyer gets what the file of the country obliges us to', () => {
  test.each(cells)('in %s: %s (%s)', (country, obligation, _, place) => {
    effects[obligation](place, { country, postalCode: place.postalCodes?.[0] ?? null });
  });

  test('and every kind of obligation is owed somewhere', () => {
    expect(obligationNames.filter((name) => !cells.some(([, obligation]) => obligation === name))).toEqual([]);
  });
});
