import type { Catalog } from './catalog.ts';
import { economicsPath, hashAccount, type RecordedEconomics } from './economics.ts';
import { type LintFinding, toErrors } from './work-tree.ts';

const command = 'npm run renew -- economics';

/**
 * Finds accounts on sale from which traders without an edge draw more than the catalog says, and figures that were
 * computed from another catalog.
 */
export function lintEconomics(catalog: Catalog, recorded: RecordedEconomics): readonly LintFinding[] {
  const { packages, payoutEconomics } = catalog;
  const errors = packages.evaluations.flatMap((sold) => {
    const { id } = sold;
    if (recorded.hashes[id] !== `${hashAccount(catalog, sold)} ${recorded.traders}`) {
      const changed = `rules, payout terms or prices of ${id} changed after ${economicsPath} was computed`;
      return [`content/catalog: ${changed}: compute it again with ${command}`];
    }
    const best = recorded.best.find((row) => row.id === id);
    const typical = recorded.rows.find(
      (row) => row.version === packages.rulesVersion && row.id === id && row.trader === 'random',
    );
    if (!best || !typical) return [`${economicsPath} has no ${id}: compute it with ${command}`];
    const limits = [
      ['maxTypicalBps', 'a typical trader', typical.drawnBps],
      ['maxBestBps', 'the best player', best.drawnBps],
    ] as const;
    return limits
      .filter(([name, , drawnBps]) => drawnBps > payoutEconomics[name])
      .map(([name, player, drawnBps]) => {
        const stated = `economics.${name} in content/catalog/payouts.yaml states ${payoutEconomics[name] / 100} %`;
        return `${id} lets ${player} draw ${drawnBps / 100} % of what they pay, but ${stated}: change one of them`;
      });
  });
  return toErrors(errors);
}
