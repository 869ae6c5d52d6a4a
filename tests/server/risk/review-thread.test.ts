import { expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { calculateReport } from '#server/reviews/calculate.ts';
import { candidatesFor } from '#server/reviews/make.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import type { ReportInput } from '#shared/reviews/report.ts';
import { testStart } from '../support/app.ts';
import { trade } from '../support/trading.ts';

const catalog = readCatalog();
const { rulesVersion: rules_version } = catalog.packages;
const candidates = candidatesFor(catalog, { program: 'classic', size: '50K', phase: 'evaluation', rules_version });

function inputOf(events: readonly AccountEvent[]): ReportInput {
  const [ownCandidate] = candidates;
  if (!ownCandidate) throw new Error('The account has no rules');
  return { rules: ownCandidate.rules, candidates, events, seed: 1, pricesFrom: 0 };
}

test('the report’s worker thread returns the report', async () => {
  const report = await calculateReport(inputOf(trade(testStart, 8)));
  expect(report.figures).toMatchObject({ trades: 1, resultCents: 10_000 });
});

test('a report that takes too long or throws fails, so its job is retried', async () => {
  await expect(calculateReport(inputOf(trade(testStart, 8)), 0)).rejects.toThrow('longer than 0 ms');
  const unknown = trade(testStart, 8).map((event) => ({ ...event, instrument: 'none' }) as unknown as AccountEvent);
  await expect(calculateReport(inputOf(unknown))).rejects.toThrow();
});
