import { useState } from 'react';
import { formatDay } from '#lib/format-day.ts';
import { getBrowserTimeZone, listTimeZones } from '#lib/user-time-zone.ts';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Select } from '#ui/select.tsx';
import { ColumnForm } from './column-form.tsx';
import { QuestionForm } from './question-form.tsx';
import type { FillReplay, FillReplayState } from './stores/fill-replay.ts';
import { useTexts } from './texts.ts';

type QuestionState = Extract<FillReplayState, { step: 'question' }>;
/** Asks for what the file doesn't say. The file and earlier answers are kept. */
export function Question({ state, replay }: { readonly state: QuestionState; readonly replay: FillReplay }) {
  const { question, fileName } = state;
  if (question.question === 'columns') return <ColumnForm {...{ question, fileName, replay }} />;
  // Remounted for each question, so that the previous answer isn't reused.
  if (question.question === 'account') return <AccountForm accounts={question.accounts} {...{ fileName, replay }} />;
  return <ZoneForm question={question} replay={replay} />;
}

type ZoneQuestion = Extract<QuestionState['question'], { question: 'zone' }>;

function ZoneForm({ question, replay }: { readonly question: ZoneQuestion; readonly replay: FillReplay }) {
  const { t, locale } = useTexts();
  const localZone = getBrowserTimeZone();
  const [zone, setZone] = useState(question.usualZone ?? localZone);
  const [order, setOrder] = useState<'month-first' | 'day-first'>('month-first');
  const { example, format, label, usualZone, needsZone, needsDateOrder } = question;
  const zones = [...new Set(['UTC', localZone, 'America/Chicago', 'America/New_York', ...listTimeZones()])];
  const dateOf = (isMonthFirst: boolean) => {
    const [first = 1, second = 1, year = 2000] = (/(?<!\d)\d+\D\d+\D\d+/.exec(example)?.[0] ?? '')
      .split(/\D/)
      .map(Number);
    const [month, day] = isMonthFirst ? [first, second] : [second, first];
    return formatDay(new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day)), locale, 'long');
  };
  return (
    <QuestionForm
      title={t('zoneTitle')}
      text={[
        t(format === '' ? 'zoneTextMapped' : 'zoneText', { format, example }),
        ...(label === '' ? [] : [t('zoneLabel', { label })]),
      ].join(' ')}
      onSubmit={() => replay.answer({ ...(needsZone && { zone }), ...(needsDateOrder && { dateOrder: order }) })}
      onStartOver={replay.startOver}
    >
      {needsZone && (
        <Select
          label={t('zone')}
          name="zone"
          value={zone}
          hint={usualZone === null ? undefined : t('zoneUsual', { zone: usualZone })}
          options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          onChange={(event) => setZone(event.target.value)}
        />
      )}
      {needsDateOrder && (
        <RadioCards
          legend={t('dateOrder')}
          name="dateOrder"
          value={order}
          onChange={(value) => setOrder(value === 'day-first' ? 'day-first' : 'month-first')}
          cards={[
            { value: 'month-first', label: t('order_monthFirst', { example, date: dateOf(true) }) },
            { value: 'day-first', label: t('order_dayFirst', { example, date: dateOf(false) }) },
          ]}
        />
      )}
    </QuestionForm>
  );
}

type AccountFormProps = {
  readonly accounts: readonly string[];
  readonly fileName: string;
  readonly replay: FillReplay;
};

function AccountForm({ accounts, fileName, replay }: AccountFormProps) {
  const { t } = useTexts();
  const [account, setAccount] = useState(accounts[0] ?? '');
  return (
    <QuestionForm
      title={t('accountTitle')}
      text={t('accountText', { name: fileName })}
      onSubmit={() => replay.answer({ account })}
      onStartOver={replay.startOver}
    >
      <Select
        label={t('account')}
        name="account"
        value={account}
        options={accounts.map((value) => ({ value, label: value === '' ? t('accountUnnamed') : value }))}
        onChange={(event) => setAccount(event.target.value)}
      />
    </QuestionForm>
  );
}
