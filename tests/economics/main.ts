import { writeFileSync } from 'node:fs';
import { type EvaluationPackage, getCatalog } from '#content/catalog.ts';
import {
  type BestRow,
  type EconomicsRow,
  economicsPath,
  hashAccount,
  offersOf,
  readEconomics,
  soldAccountOf,
  stepOf,
} from '#content/economics.ts';
import { readMarkets } from './market-days.ts';
import { measureAccount, randomWinShare, skilledWinShare } from './measure.ts';
import { measureBest } from './measure-best.ts';

const catalog = getCatalog();
const { evaluations, rulesVersion } = catalog.packages;
const traders = Number(process.argv[2] ?? 1_000);

const percent = (basisPoints: number) => `${(basisPoints / 100).toFixed(0)} %`.padStart(6);
const dollars = (cents: number) => `$${(cents / 100).toFixed(0)}`.padStart(8);

/** A typical trader's account, and a skilled one's; those of earlier versions were measured when they were on sale. */
function measureTypical(sold: EvaluationPackage): readonly EconomicsRow[] {
  const account = soldAccountOf(catalog, rulesVersion, sold);
  return (['random', 'skilled'] as const).map((trader) => {
    const winShare = trader === 'random' ? randomWinShare : skilledWinShare;
    return { version: rulesVersion, id: sold.id, trader, ...measureAccount(account, winShare, traders) };
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

function printBest({ id, ...row }: BestRow): void {
  console.log(
    [id.padEnd(15), 'best    ', percent(row.passBps), dollars(row.fundedCents), percent(row.oneTryBps)]
      .concat([percent(row.drawnBps), percent(row.playedPassBps), dollars(row.playedFundedCents)])
      .concat(`± ${dollars(row.errorCents)}`)
      .join('  '),
  );
}

/** An evaluation's and a funded account's days, and some to begin on. */
const marketDays = 400;
let markets: ReturnType<typeof readMarkets> | undefined;

/** What the best player without an edge draws from an account on sale, with everything that can be bought with it. */
function measureOne(sold: EvaluationPackage): BestRow {
  markets ??= readMarkets(marketDays);
  const account = soldAccountOf(catalog, rulesVersion, sold);
  return { id: sold.id, ...measureBest(account, offersOf(catalog, sold), stepOf(sold), markets, traders) };
}

/** Account by account, written after each: what was measured before, of the same account and as many traders, stays. */
if (import.meta.main) {
  console.log('account, trader, pass, are paid, pay, draw, remains, drawn share, remains from the worst 5 %');
  console.log('account, best, pass, funded draws, one try, all ways to buy, played: pass, draws, error');
  for (const sold of evaluations) {
    const recorded = readEconomics();
    const hash = `${hashAccount(catalog, sold)} ${traders}`;
    const isMeasured = recorded.hashes[sold.id] === hash;
    const isCurrent = (row: EconomicsRow) => row.version === rulesVersion && row.id === sold.id;
    const own = isMeasured ? recorded.rows.filter(isCurrent) : measureTypical(sold);
    const best = (isMeasured && recorded.best.find(({ id }) => id === sold.id)) || measureOne(sold);
    own.forEach(print);
    printBest(best);
    if (isMeasured) continue;
    const rows = [...recorded.rows.filter((row) => !isCurrent(row)), ...own];
    const order = evaluations.map(({ id }) => id);
    const others = recorded.best.filter(({ id }) => id !== sold.id && order.includes(id));
    const bests = [...others, best].sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
    const hashes = { ...recorded.hashes, [sold.id]: hash };
    const measuredOn = new Date().toISOString().slice(0, 10);
    const next = { measuredOn, hashes, traders, rows, best: bests };
    writeFileSync(economicsPath, `${JSON.stringify(next, null, 2)}\n`);
  }
}
