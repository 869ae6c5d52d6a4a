import type { OfficeTexts } from './texts.ts';

const secondMs = 1_000;
const minuteMs = 60_000;

/** What a finding measured, as a sentence that depends on its kind. */
export function findingText({ t }: OfficeTexts, kind: string, facts: string): string {
  const given = JSON.parse(facts) as Readonly<Record<string, string | number>>;
  const say = (name: string) => given[name] ?? '';
  if (kind === 'opposite-sides') {
    return t('finding_opposite', { market: say('market'), time: durationText(Number(say('opposedMs'))) });
  }
  if (kind === 'copied-trades') {
    const delay = durationText(Number(say('medianDelayMs')));
    return t('finding_copied', { matched: say('matched'), fills: say('fills'), delay });
  }
  if (kind === 'unusual-size') {
    return t('finding_size', {
      market: say('market'),
      contracts: say('contracts'),
      usual: say('usualContracts'),
    });
  }
  return t('finding_timing', { quick: say('quick'), trades: say('trades') });
}

function durationText(ms: number): string {
  if (ms < minuteMs) return `${(ms / secondMs).toFixed(ms < 10 * secondMs ? 1 : 0)} s`;
  return `${Math.round(ms / minuteMs)} min`;
}
