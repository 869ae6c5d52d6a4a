import { useStore } from '@nanostores/react';
import { useAccountName } from '#app/shell/program-names.ts';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Select } from '#ui/select.tsx';
import {
  $accountNames,
  $choice,
  $groups,
  $isStale,
  choose,
  loadStatistics,
  type StatisticsPeriod,
  saveTrades,
} from '../stores/statistics.ts';
import styles from './statistics.module.css';
import { useTexts } from './texts.ts';

const periods = ['week', 'month', 'quarter', 'all'] as const satisfies readonly StatisticsPeriod[];
const allAccounts = '';

/** The title line: evaluations or funded accounts, and which part of them. */
export function StatisticsHeader() {
  const { strings } = useTexts();
  const { group, accountId, period } = useStore($choice);
  const groups = useStore($groups);
  const names = useStore($accountNames).filter((name) => name.group === group);
  const nameOf = useAccountName();
  const isStale = useStore($isStale);
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>{strings.title}</h1>
      {group !== null && groups.length > 1 && (
        <Segmented
          label={strings.group_choice}
          value={group}
          onChange={(value) => void choose({ group: value })}
          options={groups.map((value) => ({ value, label: strings[`accounts_${value}`] }))}
        />
      )}
      <p role="status" className={styles.status}>
        {isStale && (
          <Button variant="quiet" size="small" onClick={() => void loadStatistics()}>
            {strings.stale}
          </Button>
        )}
      </p>
      <Select
        label={strings.account}
        hideLabel
        className={styles.account}
        value={accountId ?? allAccounts}
        onChange={({ target }) => void choose({ accountId: target.value === allAccounts ? null : target.value })}
        options={[
          { value: allAccounts, label: group === null ? strings.account_all : strings[`all_${group}`] },
          ...names.map((name) => ({ value: name.id, label: nameOf(name) })),
        ]}
      />
      <Segmented
        label={strings.period}
        value={period}
        onChange={(value) => void choose({ period: value })}
        options={periods.map((value) => ({ value, label: strings[`period_${value}`] }))}
      />
      <Button variant="outline" size="small" onClick={() => void saveTrades()}>
        {strings.csv}
      </Button>
    </header>
  );
}
