import { writeFileSync } from 'node:fs';
import { getAccountRules, getCatalog } from '#content/catalog.ts';
import { deriveDayKeys } from '#server/core/market.ts';
import { candidatesFor } from '#server/reviews/make.ts';
import { makeSampleRecord } from '#server/reviews/seed-sample.ts';
import { makeReport } from '#shared/reviews/report.ts';
import type { ReviewReport } from '#shared/reviews/shape.ts';
import { createMarket, simulatedHours } from '#shared/trading/index.ts';

/** The demo account as of a fixed Friday in a market of its own, so that the sample never changes. */
const at = Date.UTC(2026, 10, 20, 18);
const seed = 2_026;
const market = createMarket(deriveDayKeys(Buffer.from('sample review')), simulatedHours);
const account = { program: 'premium', size: '50K', phase: 'evaluation' } as const;

export const samplePath = 'content/samples/performance-review.json';

/** The report of the demo's account, created by the server's code; /performance-review shows it as a sample. */
export function makeSampleReview(): ReviewReport {
  const catalog = getCatalog();
  const { rulesVersion } = catalog.packages;
  const rules = getAccountRules(catalog, rulesVersion, account.program, account.size);
  return makeReport({
    rules,
    candidates: candidatesFor(catalog, { ...account, rules_version: rulesVersion }),
    events: makeSampleRecord({ market, rules, now: at }).delivered.map(({ event }) => event),
    seed,
    pricesFrom: 0,
  });
}

if (import.meta.main) writeFileSync(samplePath, `${JSON.stringify(makeSampleReview(), null, 2)}\n`);
