import { useEffect, useState } from 'react';
import { useAccountName } from '#app/shell/program-names.ts';
import { currentQuery } from '#app/shell/stores/navigation.ts';
import { pathTo } from '#routes.ts';
import { findTradingDay, tradingDayOf } from '#shared/exchange/trading-day.ts';
import page from '#ui/account-page.module.css';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useWidth } from '#ui/use-width.ts';
import { dayText } from '../day-text.ts';
import { LoadedAccounts } from '../loaded-accounts.tsx';
import { $accounts, type Account, openAccount } from '../stores/accounts.ts';
import { saveJournalFile } from '../stores/journal.ts';
import { defineIsland, useTexts } from '../texts.ts';
import journalStyles from './journal.module.css';
import { JournalDays } from './journal-days.tsx';
import { JournalEditor } from './journal-editor.tsx';

export const JournalIsland = defineIsland({ route: 'journal', screen: JournalScreen });

function JournalScreen() {
  const { strings, locale } = useTexts();
  useEffect(() => void $accounts.load(), []);
  return (
    <LoadedAccounts title={strings.journal_title} className={page.page}>
      {(accounts) =>
        accounts.length === 0 ? (
          <EmptyState
            titleLevel={1}
            title={strings.first_title}
            text={strings.first_choose}
            action={<Button label={strings.empty_action} href={pathTo('evaluations', {}, locale)} />}
          />
        ) : (
          <Journal accounts={accounts} />
        )
      }
    </LoadedAccounts>
  );
}

function Journal({ accounts }: { readonly accounts: readonly Account[] }) {
  const { strings, locale } = useTexts();
  const nameOf = useAccountName();
  const isPhone = useWidth() === 'phone';
  const today = tradingDayOf(Date.now());
  const [accountId, setAccountId] = useState(() => {
    const { account } = currentQuery();
    return accounts.find(({ id }) => id === account)?.id ?? accounts[0]?.id ?? '';
  });
  const [day, setDay] = useState<string>(() => currentQuery()['day'] ?? today);
  const account = accounts.find(({ id }) => id === accountId);
  const openedAt = account?.openedAt;
  useEffect(() => void openAccount(accountId), [accountId]);
  const first = openedAt === undefined ? today : tradingDayOf(openedAt);
  const isDay = findTradingDay(day) !== null && day >= first && day <= today;
  const tools = (
    <div className={`cluster ${page.tools}`}>
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          label={strings[`journal_${format}`]}
          variant="outline"
          size="small"
          onClick={() => void saveJournalFile(accountId, format)}
        />
      ))}
    </div>
  );
  return (
    <>
      <h1>{strings.journal_title}</h1>
      {!isPhone && tools}
      <div className={`stack ${journalStyles.choice}`}>
        <Select
          label={strings.journal_account}
          value={accountId}
          onChange={({ target }) => setAccountId(target.value)}
          options={accounts.map((account) => ({ value: account.id, label: nameOf(account) }))}
        />
        <TextInput
          type="date"
          label={strings.journal_day}
          value={day}
          min={first}
          max={today}
          error={isDay ? undefined : strings.journal_day_wrong}
          onChange={({ target }) => setDay(target.value)}
        />
      </div>
      <div className={`stack ${journalStyles.columns}`}>
        <Card as="section" title={isDay ? dayText(day, locale) : strings.journal_title}>
          {isDay && <JournalEditor accountId={accountId} day={day} />}
        </Card>
        <JournalDays accountId={accountId} results={account?.history?.days ?? []} shown={day} onOpen={setDay} />
      </div>
      <p>
        <a href={pathTo('myAccount', {}, locale)}>{strings.journal_back}</a>
      </p>
      {isPhone && tools}
    </>
  );
}
