import { writeFileSync } from 'node:fs';
import {
  type Catalog,
  type EvaluationPackage,
  getAccountRules,
  getAffiliateTerms,
  getCatalog,
  getPayoutTerms,
} from '#content/catalog.ts';
import { type BestRow, type EconomicsRow, economicsPath, readEconomics } from '#content/economics.ts';
import { measureAccount, randomWinShare, skilledWinShare } from '#shared/payouts/economics/measure.ts';
import { measureBest } from '#shared/payouts/economics/measure-best.ts';
import type { SoldAccount } from '#shared/payouts/economics/sold-account.ts';
import { readMarketDays } from './market-days.ts';

const traders = Number(process.argv[2] ?? 1_000);

export function soldAccountOf(catalog: Catalog, version: string, sold: EvaluationPackage): SoldAccount {
  const { capsCents, feesCents, ...terms } = getPayoutTerms(catalog, version, sold);
  return {
    rules: getAccountRules(catalog, version, sold.program, sold.size),
    payout: { terms, capsCents, feesCents },
    priceCents: sold.priceCents,
    isMonthly: sold.billing === 'monthly',
    activationCents: sold.activationPriceCents,
  };
}

function measureAll(): readonly EconomicsRow[] {
  const catalog = getCatalog();
  const rows: EconomicsRow[] = [];
  for (const version of Object.keys(catalog.rules)) {
    for (const sold of catalog.packages.evaluations) {
      const account = soldAccountOf(catalog, version, sold);
      for (const [trader, winShare] of [
        ['random', randomWinShare],
        ['skilled', skilledWinShare],
      ] as const) {
        const row = { version, id: sold.id, trader, ...measureAccount(account, winShare, traders) };
        rows.push(row);
        print(row);
      }
    }
  }
  return rows;
}

function print({ version, id, trader, ...row }: EconomicsRow): void {
  const percent = (basisPoints: number) => `${(basisPoints / 100).toFixed(0)} %`.padStart(6);
  const dollars = (cents: number) => `$${(cents / 100).toFixed(0)}`.padStart(8);
  console.log(
    [version, id.padEnd(15), trader.padEnd(8), percent(row.passBps), percent(row.paidBps), dollars(row.priceCents)]
      .concat([dollars(row.receivedCents), dollars(row.remainsCents), percent(row.drawnBps)])
      .concat(dollars(row.worstRemainsCents))
      .join('  '),
  );
}

/** Steps that divide the winning day; coarser for a large account. */
const stepOf = (size: string) => (size === '150K' ? 15_000 : 7_500);
/** An evaluation's and a funded account's days, and some to begin on. */
const marketDays = 400;

/** What the best player without an edge draws from each account on sale, with everything that can be bought with it. */
function measureAllBest(count: number): readonly BestRow[] {
  const catalog = getCatalog();
  const market = readMarketDays(marketDays);
  const { shareBps: affiliateBps, couponBps } = getAffiliateTerms(catalog);
  const { packageDiscount } = catalog.discounts;
  return catalog.packages.evaluations.map((sold) => {
    const isDiscounted = packageDiscount?.status === 1 && packageDiscount.programs.includes(sold.program);
    const hasFundedReset = catalog.packages.programs[sold.program].addOns.includes('funded-reset');
    const offers = {
      resetCents: sold.resetPriceCents,
      fundedResetCents: hasFundedReset ? catalog.packages.addOns['funded-reset'].priceCents : null,
      couponBps: Math.max(couponBps, isDiscounted ? packageDiscount.percentBps : 0),
      affiliateBps,
    };
    const account = soldAccountOf(catalog, catalog.packages.rulesVersion, sold);
    const row = { id: sold.id, ...measureBest(account, offers, stepOf(sold.size), market, count) };
    const percent = (basisPoints: number) => `${(basisPoints / 100).toFixed(0)} %`.padStart(6);
    const dollars = (cents: number) => `$${(cents / 100).toFixed(0)}`.padStart(7);
    console.log(
      [
        sold.id.padEnd(15),
        percent(row.passBps),
        dollars(row.fundedCents),
        percent(row.oneTryBps),
        percent(row.drawnBps),
      ]
        .concat([percent(row.playedPassBps), dollars(row.playedFundedCents), `± ${dollars(row.errorCents)}`])
        .join('  '),
    );
    return row;
  });
}

if (import.meta.main) {
  console.log('best player: account, pass, funded draws, one try, all ways to buy, played: pass, draws, error');
  const best = measureAllBest(traders);
  if (process.argv[3] === 'best') {
    writeFileSync(economicsPath, `${JSON.stringify({ ...readEconomics(), best }, null, 2)}\n`);
  } else {
    console.log(
      'version, account, trader, pass, are paid, pay, draw, remains, drawn share, remains from the worst 5 %',
    );
    writeFileSync(economicsPath, `${JSON.stringify({ traders, rows: measureAll(), best }, null, 2)}\n`);
  }
}
