import { writeFileSync } from 'node:fs';
import { type Catalog, type EvaluationPackage, getAccountRules, getCatalog, getPayoutTerms } from '#content/catalog.ts';
import { type EconomicsRow, economicsPath } from '#content/economics.ts';
import { measureAccount, randomWinShare, skilledWinShare } from '#shared/payouts/economics/measure.ts';
import type { SoldAccount } from '#shared/payouts/economics/trade-account.ts';

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

if (import.meta.main) {
  console.log('version, account, trader, pass, are paid, pay, draw, remains, drawn share, remains from the worst 5 %');
  writeFileSync(economicsPath, `${JSON.stringify({ traders, rows: measureAll() }, null, 2)}\n`);
}
