import { useState } from 'react';
import { formatMoney } from '#lib/money/format.ts';
import { cheapestPass, cheapestSurvivor } from '#shared/replay/cheapest.ts';
import type { SkippedRow, UnreadRow } from '#shared/replay/fill-file/fill-file.ts';
import type { ReplayResult, ReplaySource } from '#shared/replay/replay-file.ts';
import type { OfferReplay } from '#shared/replay/replay-offer.ts';
import type { ReplayView } from '#shared/replay/replay-view.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './fill-replay.module.css';
import { Odds } from './odds.tsx';
import { OfferTable } from './offer-table.tsx';
import { ReplayChart } from './replay-chart.tsx';
import type { DrawnOdds, FillReplay } from './stores/fill-replay.ts';
import { type FillReplayTexts, type NamedOffer, useTexts } from './texts.ts';
import { SkippedRows, UnreadRows } from './unread-rows.tsx';

type VerdictProps = {
  readonly replay: FillReplay;
  readonly offers: readonly NamedOffer[];
  readonly preferred: string;
  readonly view: ReplayView;
  /** Absent for a shared view, which is read-only. */
  readonly result?: ReplayResult;
  readonly unread?: readonly UnreadRow[];
  readonly skipped?: readonly SkippedRow[];
  readonly drawn?: DrawnOdds;
};

export function Verdict({ replay, offers, preferred, view, result, unread = [], skipped = [], drawn }: VerdictProps) {
  const { t, locale } = useTexts();
  const nameOf = ({ id }: OfferReplay) => offers.find((offer) => offer.id === id)?.name ?? id;
  const pass = cheapestPass(view.offers);
  const survivor = cheapestSurvivor(view.offers);
  const total = ({ cost }: OfferReplay) => formatMoney(cost.totalCents, locale, { whole: true });
  // Only the certainty of the first attempt is known; a pass after a reset is never certain.
  const isBestCase =
    (pass !== null && (pass.certainty !== 'certain' || pass.resets > 0)) ||
    (survivor !== null && survivor.certainty !== 'certain');
  const title = view.isShared ? 'sharedTitle' : view.isSample ? 'sampleTitle' : 'doneTitle';
  return (
    <>
      <div className="stack gap-3">
        <h3 tabIndex={-1} data-focus>
          {t(title)}
        </h3>
        {view.isShared && <Alert kind="warning">{t('sharedText')}</Alert>}
        {view.isSample && <Alert>{t('sampleText')}</Alert>}
        <p>
          {pass === null
            ? t('passNone')
            : t(pass.resets > 0 ? 'passResets' : 'pass', {
                name: nameOf(pass),
                total: total(pass),
                count: pass.resets,
              })}
        </p>
        <p>{survivor === null ? t('surviveNone') : t('survive', { name: nameOf(survivor), total: total(survivor) })}</p>
        {isBestCase && <p>{t('atBest')}</p>}
        <div className={`cluster ${styles.actions}`}>
          {result && <ShareButton replay={replay} view={view} />}
          {result && (
            <Button label={t('resultFile')} variant="outline" size="small" onClick={() => replay.saveResult(result)} />
          )}
          <Button label={t('startOver')} variant="quiet" size="small" onClick={replay.startOver} />
        </div>
      </div>
      <OfferTable view={view} offers={offers} />
      {drawn && <Odds {...{ offers, preferred }} {...drawn} />}
      <ReplayChart view={view} offers={offers} preferred={preferred} />
      <Assumptions view={view} source={result?.source} />
      <UnreadRows rows={unread} count={view.isShared ? 0 : view.source.unreadRows} />
      <SkippedRows rows={skipped} count={result?.source.skippedRows ?? 0} />
    </>
  );
}

type SharedLink = { readonly url: string; readonly isCopied: boolean };

function ShareButton({ replay, view }: Pick<VerdictProps, 'replay' | 'view'>) {
  const { t } = useTexts();
  const [link, setLink] = useState<SharedLink | 'too-long' | null>(null);
  async function share(): Promise<void> {
    const fragment = await replay.share(view);
    if (fragment === undefined) return setLink('too-long');
    const url = `${location.origin}${location.pathname}${fragment}`;
    const isCopied = await navigator.clipboard.writeText(url).then(
      () => true,
      () => false,
    );
    setLink({ url, isCopied });
  }
  return (
    <>
      <Button label={t('share')} size="small" onClick={() => void share()} />
      <span role="status">{shareStatus(link, t)}</span>
      {link && link !== 'too-long' && !link.isCopied && (
        <TextInput label={t('shareFailed')} value={link.url} readOnly onFocus={(event) => event.target.select()} />
      )}
    </>
  );
}

function shareStatus(link: SharedLink | 'too-long' | null, t: FillReplayTexts['t']): string {
  if (link === 'too-long') return t('shareTooLong');
  return link?.isCopied ? t('shared') : '';
}

type AssumptionsProps = { readonly view: ReplayView; readonly source: ReplaySource | undefined };

/** The assumptions behind the verdicts, including those that could change them. */
function Assumptions({ view, source: fileSource }: AssumptionsProps) {
  const { t } = useTexts();
  const { source, isApproximate, daysLeftOut } = view;
  const { unknownSymbols = [], assumedMonths = 0, lostIds = 0 } = fileSource ?? {};
  const lines = [
    `${t('assumptions_fills', { count: source.fills })}. ${t(`assumptions_${source.extremes}`)}`,
    ...(source.unreadRows > 0 ? [t('assumptions_unread', { count: source.unreadRows })] : []),
    ...(unknownSymbols.length > 0 ? [t('assumptions_unknown', { symbols: unknownSymbols.join(', ') })] : []),
    ...(source.assumedFees > 0 ? [t('assumptions_fees', { count: source.assumedFees })] : []),
    ...(assumedMonths > 0 ? [t('assumptions_months', { count: assumedMonths })] : []),
    ...(lostIds > 0 ? [t('assumptions_lostIds', { count: lostIds })] : []),
    ...(source.endsOpen ? [t('assumptions_endsOpen')] : []),
    ...(source.startsBeforeCalendar ? [t('assumptions_calendar')] : []),
    t('assumptions_resets'),
    t('assumptions_prices'),
    ...(isApproximate ? [t('assumptions_approximate')] : []),
    ...(daysLeftOut > 0 ? [t('assumptions_daysLeftOut', { count: daysLeftOut })] : []),
    ...(view.isShared ? [] : [t('shareHint')]),
  ];
  return (
    <section className={styles.assumptions}>
      <h3>{t('assumptionsTitle')}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
