import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';
import { chicagoDayText } from '#lib/chicago-time.ts';
import { formatFigure, formatSigned } from '#lib/money/format.ts';
import { readDollars } from '#lib/money/read.ts';
import { readWhole } from '#lib/read-whole.ts';
import {
  findReachedLimit,
  maxPersonalStopDollars,
  maxPersonalStopTrades,
} from '#shared/accounts/personal-stop/personal-stop.ts';
import { getTradingDay, sessionCloseAt } from '#shared/exchange/trading-day.ts';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import {
  $isSavingPersonalStop,
  $personalStop,
  type PersonalStopState,
  savePersonalStop,
} from './stores/personal-stop.ts';
import { type AccountTexts, type CardProps, useTexts } from './texts.ts';

type Limits = PersonalStopState['limits'];

/** The trader's own daily limits, where the platform enforces them. */
export function PersonalStopPanel({ account }: CardProps) {
  const { strings } = useTexts();
  const { data } = useStore($personalStop);
  const { id } = account;
  // The server counts the day's trades, so the key changes, and the limits reload, whenever a trade closes.
  const key = `${account.view.contractsInUse === 0} ${account.view.today?.fills} ${account.personalStopLock?.day}`;
  useEffect(() => {
    void key;
    void $personalStop.load(id);
  }, [id, key]);
  const shown = data?.accountId === id ? data : null;
  if (shown === null) return <Skeleton shape="row" count={4} />;
  if (!shown.isAvailable) return <p className="muted">{strings.personal_stop_unavailable}</p>;
  return <PersonalStopForm key={keyOf(shown)} personalStop={shown} />;
}

function keyOf({ accountId, limits, pending }: PersonalStopState): string {
  return JSON.stringify([accountId, limits, pending]);
}

function PersonalStopForm({ personalStop }: { readonly personalStop: PersonalStopState }) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const isSaving = useStore($isSavingPersonalStop);
  const savedLimits = personalStop.pending?.limits ?? personalStop.limits;
  const [loss, setLoss] = useState(dollarsOf(savedLimits.lossCents));
  const [profit, setProfit] = useState(dollarsOf(savedLimits.profitCents));
  const [trades, setTrades] = useState(savedLimits.trades === null ? '' : String(savedLimits.trades));
  const newLimits: Limits = {
    lossCents: readDollars(loss, locale, maxPersonalStopDollars),
    profitCents: readDollars(profit, locale, maxPersonalStopDollars),
    trades: readWhole(trades, maxPersonalStopTrades),
  };
  const isChanged = JSON.stringify(newLimits) !== JSON.stringify(savedLimits);
  const errorOf = (text: string, value: number | null, maximum: number) =>
    text !== '' && value === null ? t('personal_stop_wrong', { maximum }) : undefined;
  const fieldErrors = [
    errorOf(loss, newLimits.lossCents, maxPersonalStopDollars),
    errorOf(profit, newLimits.profitCents, maxPersonalStopDollars),
    errorOf(trades, newLimits.trades, maxPersonalStopTrades),
  ];
  const { today, pending } = personalStop;
  const isAlreadyReached = isChanged && personalStop.lock === null && findReachedLimit(newLimits, today) !== null;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (fieldErrors.every((each) => each === undefined)) void savePersonalStop(personalStop.accountId, newLimits);
  }
  const field = (label: string, value: string, setValue: (text: string) => void, error: string | undefined) => (
    <TextInput
      label={label}
      inputMode="numeric"
      value={value}
      error={error}
      onChange={({ target }) => setValue(target.value.trim())}
    />
  );
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p className="muted small">{strings.personal_stop_lead}</p>
      {field(strings.personal_stop_loss, loss, setLoss, fieldErrors[0])}
      {field(strings.personal_stop_profit, profit, setProfit, fieldErrors[1])}
      {field(strings.personal_stop_trades, trades, setTrades, fieldErrors[2])}
      <DescriptionList
        items={[
          {
            term: strings.personal_stop_today,
            value: t('personal_stop_today_text', {
              result: formatSigned(today.resultCents, locale),
              count: today.trades,
            }),
          },
          ...(pending === null
            ? []
            : [
                {
                  term: t('personal_stop_pending', {
                    day: chicagoDayText(sessionCloseAt(getTradingDay(pending.from)), locale),
                  }),
                  value: limitsText(pending.limits, texts),
                },
              ]),
        ]}
      />
      <p role="status">{isAlreadyReached && strings.personal_stop_now}</p>
      {isChanged && (
        <Button type="submit" variant="outline" size="small" busy={isSaving}>
          {strings.personal_stop_save}
        </Button>
      )}
    </form>
  );
}

function limitsText({ lossCents, profitCents, trades }: Limits, { strings, t, locale }: AccountTexts): string {
  const money = (cents: number | null) => (cents === null ? strings.personal_stop_none : formatFigure(cents, locale));
  return t('personal_stop_pending_text', {
    loss: money(lossCents),
    profit: money(profitCents),
    trades: trades === null ? strings.personal_stop_none : trades,
  });
}

function dollarsOf(cents: number | null): string {
  return cents === null ? '' : String(cents / 100);
}
