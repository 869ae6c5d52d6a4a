import { useTexts } from '#app/office/texts.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure, formatSigned } from '#lib/money/format.ts';
import { lowRoomShare, roomShare } from '#shared/risk/room.ts';
import { classNames } from '#ui/class-names.ts';
import type { RiskRow } from '../stores/risk-order.ts';
import { EventAge } from './event-age.tsx';
import styles from './risk-drawer.module.css';

export function RiskFacts({ row, openCents }: { readonly row: RiskRow; readonly openCents: number }) {
  const { strings, t, locale } = useTexts();
  const { remainingCents, limitCents, todayCents, equityCents, floorCents, lastEventAt } = row;
  const share = roomShare(row);
  const isLow = share !== null && share < lowRoomShare;
  const percent = share?.toLocaleString(formatLocale(locale), { style: 'percent', maximumFractionDigits: 0 }) ?? '';
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{strings.column_remainingCents}</dt>
        <dd className={classNames(styles.figure, isLow && styles.loss)}>
          {remainingCents === null ? strings.value_none : formatFigure(remainingCents, locale)}
        </dd>
        {limitCents !== null && (
          <dd>{t('risk_of_limit', { share: percent, limit: formatFigure(limitCents, locale, { whole: true }) })}</dd>
        )}
      </div>
      <div>
        <dt>{strings.risk_today}</dt>
        <dd className={styles.figure}>{formatSigned(todayCents, locale)}</dd>
        <dd>{t('risk_closed_today', { amount: formatSigned(todayCents - openCents, locale) })}</dd>
      </div>
      <div>
        <dt>{strings.column_equityCents}</dt>
        <dd>{formatFigure(equityCents, locale)}</dd>
      </div>
      {floorCents !== null && (
        <div>
          <dt>{strings.column_floorCents}</dt>
          <dd>{formatFigure(floorCents, locale)}</dd>
        </div>
      )}
      {lastEventAt !== null && (
        <div>
          <dt>{strings.column_lastEventAt}</dt>
          <dd>
            <EventAge at={lastEventAt} />
          </dd>
        </div>
      )}
    </dl>
  );
}
