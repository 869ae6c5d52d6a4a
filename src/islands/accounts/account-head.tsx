import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { chicagoTimeText } from '../../lib/chicago-time.ts';
import { $liveness } from '../../stores/accounts.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from './accounts.module.css';
import type { CardProps } from './types.ts';

type AccountHeadProps = CardProps & { readonly programmeName: string };

export function AccountHead({ account, strings, t, locale, programmeName }: AccountHeadProps) {
  const liveness = useStore($liveness);
  const { lastEventAt } = account.view;
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>
        {programmeName} {account.size}
      </h1>
      <Badge tone={toneOf(account.view.status)}>{phaseText({ account, strings, t, locale })}</Badge>
      <span className={`${styles.number} tabular`}>{account.platformAccountId}</span>
      {account.simulated && (
        <span className={styles.simulated} title={strings.simulated_hint}>
          {strings.simulated}
        </span>
      )}
      <p className={`${styles.clock} tabular`}>
        <span className={styles.liveness} data-liveness={liveness}>
          {strings[`liveness_${liveness}`]}
        </span>
        <span>
          {lastEventAt === null ? strings.no_event : t('last_event', { time: chicagoTimeText(lastEventAt, locale) })}
        </span>
        <DayEnd {...{ account, strings, t, locale }} />
      </p>
    </header>
  );
}

function DayEnd({ account, t }: CardProps) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.max(0, Math.ceil((account.dayClosesAt - now) / 60_000));
  return <span>{t('day_ends', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}</span>;
}

function toneOf(status: CardProps['account']['view']['status']): 'neutral' | 'tide' | 'gain' | 'floor' {
  return ({ active: 'tide', locked: 'neutral', passed: 'gain', breached: 'floor' } as const)[status];
}

function phaseText({ account, strings, t }: CardProps): string {
  const { status, objectives } = account.view;
  if (status !== 'active') return strings[`phase_${status}`];
  const day = Math.max(1, account.days.filter(({ fills }) => fills > 0).length);
  return t(objectives.length > 0 ? 'phase_evaluation' : 'phase_live', { day });
}
