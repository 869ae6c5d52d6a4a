import { useStore } from '@nanostores/react';
import { signedText } from '#lib/signed-text.ts';
import { unmatchedReasons } from '#shared/copier/copy-link.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { ExchangeTime } from '#ui/exchange-time.tsx';
import styles from './copier.module.css';
import { $copyLog, type CopierAccount, type CopyLogEntry, saveLog } from './stores/copier.ts';
import { type CopierTexts, type NameOf, useTexts } from './texts.ts';

type LogCardProps = { readonly accounts: readonly CopierAccount[]; readonly nameOf: NameOf };

export function LogCard({ accounts, nameOf }: LogCardProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  const { data } = useStore($copyLog);
  const names = new Map(accounts.map((account) => [account.id, nameOf(account)]));
  return (
    <Card as="section" title={strings.log_title}>
      <p className="muted">{strings.log_text}</p>
      <DataTable
        caption={strings.log_title}
        rows={data?.entries ?? []}
        rowKey={({ number }) => number}
        empty={<p>{strings.log_empty}</p>}
        columns={[
          {
            header: strings.log_at,
            sorted: 'descending',
            place: 'note',
            cell: ({ at }) => <ExchangeTime at={at} locale={locale} shape="moment" />,
          },
          { header: strings.log_account, place: 'note', cell: ({ accountId }) => names.get(accountId) ?? accountId },
          { header: strings.log_what, place: 'lead', cell: (entry) => eventText(entry, texts) },
          {
            place: 'value',
            header: strings.log_delay,
            align: 'end',
            cell: ({ latencyMs }) => latencyMs !== null && `${latencyMs} ms`,
          },
        ]}
      />
      <div className={`cluster ${styles.actions}`}>
        {data?.more && (
          <Button label={strings.log_more} variant="quiet" size="small" onClick={() => void $copyLog.loadMore()} />
        )}
        {data && data.entries.length > 0 && (
          <Button label={strings.log_csv} variant="outline" size="small" onClick={() => void saveLog()} />
        )}
      </div>
    </Card>
  );
}

function eventText({ action, order, reason }: CopyLogEntry, { strings, t, locale }: CopierTexts): string {
  const cause = unmatchedReasons.find((each) => each === reason);
  const reasonText = cause === undefined ? '' : ` (${strings[`reason_${cause}`]})`;
  const actionText = strings[`log_${action}`];
  if (order === null) return `${actionText}${reasonText}`;
  const { instrument, month, quantity, orderType, priceTicks } = order;
  const contract = `${contractName(instrument, month)} ${signedText(quantity, locale)}`;
  const isWorking = orderType !== undefined && priceTicks !== null && action !== 'filled';
  const price = isWorking
    ? ` ${t(`log_order_${orderType}`, { price: formatPrice(instrument, priceTicks, locale) })}`
    : '';
  return `${actionText} ${contract}${price}${reasonText}`;
}
