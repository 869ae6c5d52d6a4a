import { minuteMs, secondMs } from '#lib/durations.ts';
import type { SharedDetail } from '#shared/risk/findings.ts';
import type { OfficeTexts } from './texts.ts';

export function findingText({ t }: OfficeTexts, kind: string, facts: string): string {
  const values = JSON.parse(facts) as Readonly<Record<string, string | number>>;
  const factOf = (name: string) => values[name] ?? '';
  if (kind === 'opposite-sides') {
    return t('finding_opposite', { market: factOf('market'), time: durationText(Number(factOf('opposedMs'))) });
  }
  if (kind === 'copied-trades') {
    const delayMs = Number(factOf('medianDelayMs'));
    return t(delayMs < 0 ? 'finding_copied_first' : 'finding_copied', {
      matched: factOf('matched'),
      fills: factOf('fills'),
      delay: durationText(Math.abs(delayMs)),
    });
  }
  if (kind === 'mirrored-trades') {
    return t('finding_mirrored', { matched: factOf('matched'), fills: factOf('fills'), days: factOf('days') });
  }
  if (kind === 'spread') {
    return t('finding_spread', { market: factOf('market'), time: durationText(Number(factOf('spreadMs'))) });
  }
  if (kind === 'shared-details') return t(`finding_shared_${factOf('detail') as SharedDetail}`);
  if (kind === 'unusual-size') {
    return t('finding_size', {
      market: factOf('market'),
      contracts: factOf('contracts'),
      usual: factOf('usualContracts'),
    });
  }
  return t('finding_timing', { quick: factOf('quick'), trades: factOf('trades') });
}

function durationText(ms: number): string {
  if (ms < minuteMs) return `${(ms / secondMs).toFixed(ms < 10 * secondMs ? 1 : 0)} s`;
  return `${Math.round(ms / minuteMs)} min`;
}
