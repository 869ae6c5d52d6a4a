import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $session } from '#app/shell/stores/session.ts';
import type { Locale } from '#i18n/locales.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { pathTo } from '#routes.ts';
import type { ClaimTexts } from '#shared/support/claims.ts';
import page from '#ui/account-page.module.css';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import { $claims, type Claim } from './stores/tickets.ts';

type ClaimsProps = { readonly locale: Locale; readonly texts: ClaimTexts };

/** What a person claims from us and isn't settled, below screens that show all payouts themselves. */
export function OpenClaims(props: ClaimsProps) {
  const claims = useClaims().filter(
    ({ isOpen, kind }) => isOpen && kind !== 'payout-request' && kind !== 'owed-payout',
  );
  if (claims.length === 0) return null;
  return (
    <div className={page.page}>
      <Card as="section" title={props.texts.list_claims}>
        <Claims {...props} claims={claims} />
      </Card>
    </div>
  );
}

export function useClaims(): readonly Claim[] {
  const { status } = useStore($session, { ssr: 'initial' });
  const { data } = useStore($claims, { ssr: 'initial' });
  useEffect(() => {
    if (status === 'verified') void $claims.load();
  }, [status]);
  return data?.claims ?? [];
}

export function Claims({ locale, texts, claims }: ClaimsProps & { readonly claims: readonly Claim[] }) {
  const day = (at: number) => formatDateTime(at, locale, { dateStyle: 'medium' });
  return (
    <DataTable
      caption={texts.list_claims}
      rows={claims}
      rowKey={({ id }) => id}
      columns={[
        {
          header: texts.one_claims,
          isRowHeader: true,
          place: 'lead',
          cell: ({ kind, number, ticketId }) => (
            <>
              {texts[`value_${kind}`]}{' '}
              {ticketId === null ? (
                number
              ) : (
                <a href={`${pathTo('contact', {}, locale)}?ticket=${ticketId}`}>{number}</a>
              )}
            </>
          ),
        },
        { header: texts.at_claims, place: 'note', cell: ({ at }) => day(at) },
        {
          header: texts.column_status,
          cell: ({ status, decisionReason, isOpen }) => (
            <>
              <Badge tone={status === 'to-decide' ? 'accent' : 'neutral'}>{texts[`value_${status}`]}</Badge>
              {!isOpen && decisionReason !== null && <p>{decisionReason}</p>}
            </>
          ),
        },
        { header: texts.column_dueAt, cell: ({ dueAt }) => dueAt !== null && day(dueAt) },
        {
          header: texts.column_amountCents,
          place: 'value',
          align: 'end',
          cell: ({ amountCents }) => amountCents !== null && <Money cents={amountCents} locale={locale} isPrice />,
        },
      ]}
    />
  );
}
