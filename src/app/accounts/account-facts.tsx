import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure, formatSigned } from '#lib/money/format.ts';
import { dayResultCents } from '#shared/accounts/day-result.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import { Money } from '#ui/money.tsx';
import { ProgressBar } from '#ui/progress.tsx';
import styles from './account-facts.module.css';
import { remainingFact } from './remaining-fact.ts';
import { RoomGauge } from './room-gauge.tsx';
import { $details } from './stores/details.ts';
import { type AccountTexts, type CardProps, useTexts } from './texts.ts';

/** The figures that people look for, the answer first. On a phone they stay in view. */
export function AccountFacts({ account }: CardProps) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const { view, stage } = account;
  const room = remainingFact(account, texts);
  const closedCents = view.today === null || view.today.closed ? 0 : view.today.profitCents;
  const position = positionText(view.positions, texts);
  return (
    <dl className={styles.facts}>
      <Fact name="room" term={room.label} note={room.note}>
        <RoomGauge view={view} />
        <span className={room.isBreach ? 'danger' : undefined}>{room.value}</span>
      </Fact>
      {!isOver(stage) && (
        <>
          <Fact
            name="today"
            term={strings.fact_today}
            note={t('fact_closed', { amount: formatSigned(closedCents, locale) })}
          >
            <Money cents={dayResultCents(view)} locale={locale} signed />
          </Fact>
          <Fact
            name="position"
            term={
              <>
                {strings.fact_position}{' '}
                <span className={styles.contracts}>{t('fact_contracts', contractsIn(view, locale))}</span>
              </>
            }
            note={
              <>
                <strong>{position.what}</strong> {position.at}
              </>
            }
          >
            <Money cents={view.equityCents - view.balanceCents} locale={locale} signed />
          </Fact>
        </>
      )}
      {(stage === 'funded' || stage === 'live') && <PaidFacts account={account} />}
      {view.objectives.length === 0 && stage !== 'funded' && stage !== 'live' && (
        <Fact name="balance" term={strings.fact_balance} note={t('fact_since', sinceStart(account, locale))}>
          {formatFigure(view.balanceCents, locale)}
        </Fact>
      )}
      {view.objectives.map((objective) => (
        <ObjectiveFact key={objective.name} objective={objective} />
      ))}
    </dl>
  );
}

/** What a funded account has paid, and what it can still pay; its balance if that has no end. */
function PaidFacts({ account }: CardProps) {
  const { strings, t, locale } = useTexts();
  const { data } = useStore($details);
  const payout = data?.accountId === account.id ? data.payout : null;
  const received = payout?.taken.flatMap(({ receivedCents }) => receivedCents ?? []) ?? [];
  const money = (cents: number | undefined) => (cents === undefined ? '–' : formatFigure(cents, locale));
  const count = payout?.furtherCents.length ?? 0;
  return (
    <>
      <Fact name="paid" term={strings.fact_paid} note={t('fact_payouts', { count: received.length })}>
        {money(payout === null ? undefined : received.reduce((sum, cents) => sum + cents, 0))}
      </Fact>
      {payout === null || payout.toComeCents !== null ? (
        <Fact name="come" term={strings.fact_come} note={t('fact_come_note', { count })}>
          {money(payout?.toComeCents ?? undefined)}
        </Fact>
      ) : (
        <Fact name="come" term={strings.fact_balance} note={t('fact_since', sinceStart(account, locale))}>
          {formatFigure(account.view.balanceCents, locale)}
        </Fact>
      )}
    </>
  );
}

function sinceStart({ view }: CardProps['account'], locale: string) {
  return { amount: formatSigned(view.balanceCents - view.startingBalanceCents, locale) };
}

/** Minis in use, of the most that may be held. */
function contractsIn({ contractsInUse, maxContracts }: CardProps['account']['view'], locale: string) {
  const count = (value: number) => value.toLocaleString(formatLocale(locale));
  return { used: count(contractsInUse), total: count(maxContracts) };
}

/** The target and the days, each with its progress. The best day's share is part of the verdict. */
function ObjectiveFact({ objective }: { readonly objective: CardProps['account']['view']['objectives'][number] }) {
  const { strings, t, locale } = useTexts();
  if (objective.name === 'consistency') return null;
  const count = (value: number) => value.toLocaleString(formatLocale(locale));
  const isTarget = objective.name === 'target';
  const [value, max] = isTarget
    ? [objective.currentCents, objective.requiredCents]
    : [objective.current, objective.required];
  const term = strings[`objective_${objective.name}`];
  return (
    <Fact name={objective.name} term={term} bar={<ProgressBar label={term} value={value} max={max} />}>
      {isTarget ? formatFigure(value, locale) : count(value)}{' '}
      <span className={styles.of}>
        {isTarget
          ? t('fact_of', { total: formatFigure(max, locale, { whole: true }) })
          : t('fact_of_days', { total: count(max) })}
      </span>
    </Fact>
  );
}

type FactProps = {
  readonly name: 'room' | 'today' | 'position' | 'target' | 'days' | 'balance' | 'paid' | 'come';
  readonly term: ReactNode;
  readonly note?: ReactNode;
  readonly bar?: ReactNode;
  readonly children: ReactNode;
};

function Fact({ name, term, note, bar, children }: FactProps) {
  return (
    <div className={styles.fact} data-fact={name}>
      <dt>{term}</dt>
      <dd className={styles.figure}>{children}</dd>
      {note !== undefined && <dd className={styles.note}>{note}</dd>}
      {bar !== undefined && <dd className={styles.bar}>{bar}</dd>}
    </div>
  );
}

/** "Long 2 ES", and "at 6,851.25": the average price. Several positions are counted instead. */
function positionText(
  positions: readonly CardProps['account']['view']['positions'][number][],
  { strings, t, locale }: AccountTexts,
): { readonly what: string; readonly at: string } {
  const [first, ...others] = positions;
  if (first === undefined) return { what: strings.position_none, at: '' };
  const { instrument, quantity, costTicks } = first;
  const held = {
    quantity: Math.abs(quantity).toLocaleString(formatLocale(locale)),
    contract: instrument,
  };
  const what = t(quantity > 0 ? 'position_long' : 'position_short', held);
  if (others.length > 0) return { what, at: t('position_more', { count: others.length }) };
  return { what, at: t('position_at', { price: formatPrice(instrument, costTicks / quantity, locale) }) };
}
