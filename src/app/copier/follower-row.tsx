import { useStore } from '@nanostores/react';
import { capitalize } from '#lib/capitalize.ts';
import { formatFigure } from '#lib/money/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Money } from '#ui/money.tsx';
import { armBlockedReasonOf } from './arm-blocked-reason.ts';
import styles from './copier.module.css';
import { holdingsText } from './holdings-text.ts';
import { $copierBusy, arm, type CopierAccount, type CopyFollower, disarm, flatten } from './stores/copier.ts';
import { type CopierTexts, useTexts } from './texts.ts';

type FollowerRowProps = {
  readonly account: CopierAccount;
  readonly name: string;
  readonly hasPackage: boolean;
};

/** Ends a line rather than beginning one. */
const separator = '\u00a0· ';

const tones = { on: 'success', 'out-of-sync': 'danger', closing: 'accent', disarmed: 'neutral' } as const;

export function FollowerRow({ account, name, hasPackage }: FollowerRowProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const busy = useStore($copierBusy);
  const { follower, id } = account;
  if (follower === null) return null;
  const blockedReason = armBlockedReasonOf(account);
  const isDisarmed = follower.phase === 'disarmed';
  return (
    <li className={`stack gap-2 ${styles.follower}`}>
      <div className="cluster">
        <h3 className={styles.name}>{name}</h3>
        <Badge tone={tones[follower.status]}>{strings[`status_${follower.status}`]}</Badge>
      </div>
      <p>
        {capitalize(holdingsText(account.positions, texts), texts.locale)}
        {separator}
        {sizingText(follower, texts)}
        {separator}
        {strings[`mode_${follower.copyMode}`]}
        {separator}
        {strings.today} <Money cents={follower.dayResultCents} locale={locale} signed />
        {follower.dailyStopCents !== null &&
          `${separator}${texts.t('stop_at', { amount: formatFigure(follower.dailyStopCents, locale, { whole: true }) })}`}
      </p>
      <p role="status" className="muted">
        {reasonText(follower, texts)}
      </p>
      <div className={`cluster ${styles.actions}`}>
        {isDisarmed && hasPackage && (
          <Button
            size="small"
            variant="outline"
            onClick={() => void arm([id])}
            busy={busy === 'arm'}
            disabledReason={blockedReason === null ? undefined : strings[`arm_blocked_${blockedReason}`]}
          >
            {strings.arm} <span className="visually-hidden">{name}</span>
          </Button>
        )}
        {follower.phase === 'armed' && (
          <Button size="small" variant="outline" onClick={() => void disarm([id])} busy={busy === 'disarm'}>
            {strings.disarm} <span className="visually-hidden">{name}</span>
          </Button>
        )}
        {!isDisarmed && (
          <Button size="small" variant="quiet" onClick={() => void flatten(id)} busy={busy === 'flatten'}>
            {strings.flatten} <span className="visually-hidden">{name}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

function sizingText({ sizing }: CopyFollower, { strings, t, locale }: CopierTexts): string {
  const size = strings[`size_${sizing.size}`];
  if (sizing.mode === 'fixed') return `${t('fixed_of', { count: sizing.contracts })}, ${size}`;
  return `${t('ratio_of', { ratio: new Intl.NumberFormat(locale).format(sizing.hundredths / 100) })}, ${size}`;
}

function reasonText(follower: CopyFollower, { strings }: CopierTexts): string {
  const { copyMode, phase, disarmReason, waiting, missed, unmatched } = follower;
  if (phase === 'disarmed') return disarmReason === null ? '' : strings[`disarmed_${disarmReason}`];
  if (phase !== 'armed') return strings.closing_text;
  if (waiting) return strings.waiting_text;
  const [first] = missed;
  if (first !== undefined) return strings[`missed_${first.reason}`];
  const [order] = unmatched;
  if (order !== undefined) return strings[`unmatched_${order.reason}`];
  return copyMode === 'order' ? strings.on_orders_text : strings.on_text;
}
