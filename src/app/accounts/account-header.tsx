import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { getLocalTimeSuffix } from '#app/shell/local-time-suffix.ts';
import { useDataAge } from '#app/shell/use-data-age.ts';
import { chicagoClosingText, chicagoMomentText, chicagoTimeText } from '#lib/chicago-time.ts';
import { pathTo } from '#routes.ts';
import { isOver, isTraded } from '#shared/accounts/lifecycle.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import {
  countDownToClose,
  countTradingDays,
  findTradingDay,
  resultDayOf,
  tradingDayOf,
} from '#shared/exchange/trading-day.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './account-header.module.css';
import { accountListId, lastDigitsOf } from './selection/account-list-id.ts';
import { $accountsSilentMs, $liveness } from './stores/accounts.ts';
import { type AccountTexts, type CardProps, useTexts } from './texts.ts';

export function AccountHeader({ account, programName }: CardProps & { readonly programName: string }) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const liveness = useStore($liveness);
  const age = useDataAge($accountsSilentMs, locale);
  const isSilent = age !== null && liveness !== 'lost';
  const { lastEventAt } = account.view;
  const trades = isTraded(account.stage) && (account.simulated || platformFacts[account.platform].hasWebTerminal);
  return (
    <header className={`cluster ${styles.header}`}>
      <h1 className={styles.title}>
        {programName} {account.size}
      </h1>
      <span className={styles.lastDigits}>{lastDigitsOf(account)}</span>
      <button type="button" className={styles.switch} popoverTarget={accountListId} aria-label={strings.choose_open}>
        <Icon name="chevron" size={18} />
      </button>
      <Badge tone={account.view.status === 'locked' ? 'neutral' : tones[account.stage]}>
        {phaseText({ account, strings, t })}
      </Badge>
      <span className={`muted text-14 ${styles.number} tabular`}>{account.platformAccountId}</span>
      {account.nickname !== null && <span className={`muted text-14 ${styles.number}`}>{account.nickname}</span>}
      {account.simulated && (
        <span
          className={`muted text-14 ${styles.simulated}`}
          title={account.simulation === 'waiting' ? strings.simulation_title : strings.simulated_hint}
        >
          {strings.simulated}
        </span>
      )}
      <p className={`cluster muted text-13 ${styles.clock} tabular`}>
        {!isOver(account.stage) && (
          <span className={styles.liveness} data-liveness={isSilent ? 'lost' : liveness}>
            {isSilent ? age : strings[`liveness_${liveness}`]}
          </span>
        )}
        {!isOver(account.stage) && liveness === 'lost' && age !== null && <span data-liveness="lost">{age}</span>}
        <span>
          {lastEventAt === null
            ? strings.no_event
            : t('last_event', { time: eventTime(lastEventAt, locale), own: getLocalTimeSuffix(lastEventAt, texts) })}
        </span>
        {!isOver(account.stage) && <DayEnd />}
      </p>
      {trades && (
        <Button
          label={strings.trade}
          href={`${pathTo('webTrading', {}, locale)}?account=${account.id}`}
          className={styles.trade}
        />
      )}
    </header>
  );
}

/** The event's time, with its date unless it happened today. */
function eventTime(at: number, locale: string): string {
  return resultDayOf(at) === resultDayOf(Date.now()) ? chicagoTimeText(at, locale) : chicagoMomentText(at, locale);
}

function DayEnd() {
  const texts = useTexts();
  const { t, locale } = texts;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const { at, left } = countDownToClose(now);
  if (left !== null) return <span>{t('day_ends', left)}</span>;
  return <span>{t('day_ends_on', { time: chicagoClosingText(at, locale), own: getLocalTimeSuffix(at, texts) })}</span>;
}

const tones: Readonly<Record<CardProps['account']['stage'], 'neutral' | 'accent' | 'success' | 'danger'>> = {
  evaluation: 'accent',
  funded: 'accent',
  live: 'accent',
  passed: 'success',
  activated: 'success',
  breached: 'danger',
  suspended: 'danger',
  canceled: 'neutral',
  expired: 'neutral',
  terminated: 'danger',
  inactivity: 'neutral',
};

function phaseText({ account, strings, t }: CardProps & Pick<AccountTexts, 'strings' | 't'>): string {
  const { stage, view, firstDay, dayClosesAt } = account;
  if (!isTraded(stage)) return strings[`phase_${stage}`];
  if (view.status === 'locked') return strings.phase_locked;
  const first = firstDay === null ? null : findTradingDay(firstDay);
  const day = first === null ? 1 : Math.max(1, countTradingDays(first, tradingDayOf(dayClosesAt - 1)));
  return t(`phase_${stage}`, { day });
}
