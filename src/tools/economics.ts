import { writeFileSync } from 'node:fs';
import { type EvaluationPackage, getCatalog } from '#content/catalog.ts';
import {
  type BestRow,
  type EconomicsRow,
  economicsPath,
  hashEconomics,
  offersOf,
  readEconomics,
  soldAccountOf,
} from '#content/economics.ts';
import { measureAccount, randomWinShare, skilledWinShare } from '#shared/payouts/economics/measure.ts';
import { measureBest } from '#shared/payouts/economics/measure-best.ts';
import { readMarketDays } from './market-days.ts';

const catalog = getCatalog();
const { evaluations, rulesVersion } = catalog.packages;
const traders = Number(process.argv[2] ?? 1_000);

const percent = (basisPoints: number) => `${(basisPoints / 100).toFixed(0)} %`.padStart(6);
const dollars = (cents: number) => `$${(cents / 100).toFixed(0)}`.padStart(8);

/** The accounts on sale; those of earlier versions were measured when they were. */
function measureAll(): readonly EconomicsRow[] {
  console.log('account, trader, pass, are paid, pay, draw, remains, drawn share, remains from the worst 5 %');
  return evaluations.flatMap((sold) => {
    const account = soldAccountOf(catalog, rulesVersion, sold);
    return (['random', 'skilled'] as const).map((trader) => {
      const winShare = trader === 'random' ? randomWinShare : skilledWinShare;
      const row = { version: rulesVersion, id: sold.id, trader, ...measureAccount(account, winShare, traders) };
      print(row);
      return row;
    });
  });
}

function print({ id, trader, ...row }: EconomicsRow): void {
  console.log(
    [id.padEnd(15), trader.padEnd(8), percent(row.passBps), percent(row.paidBps), dollars(row.priceCents)]
      .concat([dollars(row.receivedCents), dollars(row.remainsCents), percent(row.drawnBps)])
      .concat(dollars(row.worstRemainsCents))
      .join('  '),
  );
}

/** Steps that divide the winning day and, without a floor, the daily limit. */
const stepOf = ({ program, size }: EvaluationPackage) =>
  program === 'merit' ? 5_000 : size === '25K' ? 7_500 : 15_000;
/** An evaluation's and a funded account's days, and some to begin on. */
const marketDays = 400;

/** What the best player without an edge draws from each account on sale, with everything that can be bought with it. */
function measureAllBest(): readonly BestRow[] {
  console.log('best player: account, pass, funded draws, one try, all ways to buy, played: pass, draws, error');
  const market = readMarketDays(marketDays);
  return evaluations.map((sold) => {
    const account = soldAccountOf(catalog, rulesVersion, sold);
    const row = {
      id: sold.id,
      ...measureBest(account, offersOf(catalog, sold), stepOf(sold), market, traders),
    };
    console.log(
      [sold.id.padEnd(15), percent(row.passBps), dollars(row.fundedCents), percent(row.oneTryBps)]
        .concat([percent(row.drawnBps), percent(row.playedPassBps), dollars(row.playedFundedCents)])
        .concat(`± ${dollars(row.errorCents)}`)
        .join('  '),
    );
    return row;
  });
}

if (import.meta.main) {
  const best = measureAllBest();
  const earlier = readEconomics().rows.filter(({ version }) => version !== rulesVersion);
  const rows = [...earlier, ...measureAll()];
  const measuredOn = new Date().toISOString().slice(0, 10);
  const recorded = { measuredOn, hash: hashEconomics(catalog), traders, rows, best };
  writeFileSync(economicsPath, `${JSON.stringify(recorded, null, 2)}\n`);
}
