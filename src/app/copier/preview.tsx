import { useState } from 'react';
import { maxLeaderSize, targetsOf } from '#shared/copier/sizing.ts';
import { contractName, frontMonthOf } from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, instruments, isInstrument } from '#shared/exchange/instruments.ts';
import { Alert } from '#ui/alert.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Select } from '#ui/select.tsx';
import { type FollowerFormValues, newFollower, readSizing } from './form-values.ts';
import type { CopierAccount } from './stores/copier.ts';
import { type CopierTexts, type NameOf, useTexts } from './texts.ts';

type PreviewProps = {
  readonly leader: CopierAccount | undefined;
  readonly accounts: readonly CopierAccount[];
  readonly followers: Readonly<Record<string, FollowerFormValues>>;
  readonly nameOf: NameOf;
};

const leaderSizes = [1, 2, 5] as const;
const codes = ['ES', 'MES', 'NQ', 'MNQ', 'CL', 'MCL', 'GC', 'MGC', 'ZN'] as const;

/** How many contracts followers get for 1, 2 and 5 of the leader, the remainder, and the smallest limit. */
export function Preview({ leader, accounts, followers, nameOf }: PreviewProps) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const [code, setCode] = useState<InstrumentCode>('ES');
  const contract = { instrument: code, month: frontMonthOf(code, Date.now()) };
  const rows = accounts.flatMap((account) => {
    const sizing = readSizing(followers[account.id] ?? newFollower, locale);
    return sizing === null ? [] : [{ account, sizing }];
  });
  const limits = rows.flatMap(({ account, sizing }) => {
    const largest = maxLeaderSize(contract, sizing, account.maxContracts);
    return largest === null ? [] : [{ account, largest }];
  });
  // The leader's own limit may come first.
  const own = leader ? leader.maxContracts * instruments[code].ratio : Number.POSITIVE_INFINITY;
  const smallest = limits.filter(({ largest }) => largest < own).sort((left, right) => left.largest - right.largest)[0];
  return (
    <>
      <Select
        label={strings.preview_contract}
        value={code}
        onChange={({ target }) => isInstrument(target.value) && setCode(target.value)}
        options={codes.map((value) => ({ value, label: value }))}
      />
      <DataTable
        showCaption
        caption={t('preview_caption', { contract: contractName(code, contract.month) })}
        rows={rows}
        rowKey={({ account }) => account.id}
        columns={[
          { header: strings.follower, cell: ({ account }) => nameOf(account) },
          ...leaderSizes.map((quantity) => ({
            header: t('preview_of', { count: quantity, contract: code }),
            cell: ({ sizing }: (typeof rows)[number]) => targetText({ ...contract, quantity }, sizing, texts),
          })),
        ]}
      />
      {smallest && (
        <Alert kind={smallest.largest === 0 ? 'warning' : 'info'}>
          {t(smallest.largest === 0 ? 'smallest_none' : 'smallest', {
            account: nameOf(smallest.account),
            count: smallest.largest,
            contract: code,
            limit: smallest.account.maxContracts,
          })}
        </Alert>
      )}
    </>
  );
}

type TargetArguments = Parameters<typeof targetsOf>;

function targetText(
  position: TargetArguments[0][number],
  sizing: TargetArguments[1],
  { t, locale }: CopierTexts,
): string {
  const [target] = targetsOf([position], sizing);
  if (!target) return '';
  const text = `${target.quantity} ${target.instrument}`;
  if (target.remainderTenThousandths === 0) return text;
  const remainder = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
  return `${text} ${t('remainder', { count: remainder.format(target.remainderTenThousandths / 10_000) })}`;
}
