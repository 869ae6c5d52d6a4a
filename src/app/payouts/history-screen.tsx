import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $session } from '#app/shell/stores/session.ts';
import { formatFigure } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LoadFailed } from './load-failed.tsx';
import { PayoutCard } from './payout-card.tsx';
import { PayoutLink } from './payout-link.tsx';
import styles from './payouts.module.css';
import { $annualStatements, saveAnnualStatement } from './stores/annual-statements.ts';
import { $payouts } from './stores/payouts.ts';
import { useTexts } from './texts.ts';

export function HistoryScreen() {
  const { strings, locale } = useTexts();
  const state = useStore($payouts);
  useEffect(() => void $payouts.load(), []);
  return (
    <>
      <header className="cluster">
        <h1 className={styles.title}>{strings.history_title}</h1>
        <PayoutLink label={strings.to_request} href={pathTo('payouts', {}, locale)} />
      </header>
      {state.status === 'loading' && <Skeleton shape="row" count={8} />}
      {state.status === 'failed' && <LoadFailed retry={$payouts.load} />}
      {state.status === 'ready' && state.data.payouts.length === 0 && (
        <EmptyState title={strings.history_empty} text={strings.history_empty_text} />
      )}
      {state.status === 'ready' && (
        <>
          <ul className={styles.rows}>
            {state.data.payouts.map((payout) => (
              <PayoutCard key={payout.id} payout={payout} />
            ))}
          </ul>
          {state.data.more && (
            <Button label={strings.more} variant="outline" onClick={() => void $payouts.loadMore()} />
          )}
        </>
      )}
      {state.status !== 'loading' && <AnnualStatementCard />}
    </>
  );
}

/**
 * A year of payouts and purchases for a tax return. It requires a session; with a mailed code, which opens payouts
 * only, the card asks for a sign-in.
 */
function AnnualStatementCard() {
  const { strings, locale } = useTexts();
  const session = useStore($session, { ssr: 'initial' });
  const state = useStore($annualStatements);
  const [chosen, setChosen] = useState<number | null>(null);
  const isSignedIn = session.status === 'verified';
  useEffect(() => {
    if (isSignedIn) void $annualStatements.load();
  }, [isSignedIn]);
  if (!isSignedIn) return null;
  const years = state.data?.years ?? [];
  const shown = years.find(({ year }) => year === chosen) ?? years[0];
  const money = (cents: number) => formatFigure(cents, locale);
  return (
    <Card as="section" title={strings.year_title}>
      <div className={`stack gap-5 ${styles.measure}`}>
        <p className="muted">{strings.year_text}</p>
        {state.status === 'loading' && <Skeleton shape="row" count={4} />}
        {state.status === 'failed' && <LoadFailed retry={$annualStatements.load} />}
        {shown && (
          <>
            <Select
              label={strings.year_label}
              value={String(shown.year)}
              onChange={({ target }) => setChosen(Number(target.value))}
              options={years.map(({ year }) => ({ value: String(year), label: String(year) }))}
            />
            <DescriptionList
              items={[
                { term: strings.year_payouts, value: money(shown.totals.payouts.netCents) },
                ...(shown.totals['affiliate-payouts'].grossCents === 0
                  ? []
                  : [{ term: strings.year_affiliate, value: money(shown.totals['affiliate-payouts'].netCents) }]),
                {
                  term: strings.year_fees,
                  value: money(shown.totals.payouts.feeCents + shown.totals['affiliate-payouts'].feeCents),
                },
                { term: strings.year_purchases, value: money(shown.totals.purchases.grossCents) },
              ]}
            />
            <div className="cluster">
              <Button
                label={strings.year_pdf}
                variant="outline"
                onClick={() => void saveAnnualStatement(shown.year, 'pdf')}
              />
              <Button
                label={strings.year_csv}
                variant="outline"
                onClick={() => void saveAnnualStatement(shown.year, 'csv')}
              />
            </div>
            <p className="muted small">{strings.year_note}</p>
          </>
        )}
      </div>
    </Card>
  );
}
