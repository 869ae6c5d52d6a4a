import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';
import { useProgramNames } from '#app/shell/program-names.ts';
import { pathTo } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AmountField } from './amount-field.tsx';
import { CheckList } from './check-list.tsx';
import { DestinationField } from './destination-field.tsx';
import { LoadFailed } from './load-failed.tsx';
import { LowRoomAlert } from './low-room-alert.tsx';
import { PayoutLink } from './payout-link.tsx';
import styles from './payouts.module.css';
import { QuoteLines } from './quote-lines.tsx';
import { Requirements } from './requirements.tsx';
import { createPayoutRequest, type PayoutOffer, type PayoutRequestStore, quoteFor } from './stores/payouts.ts';
import { useTexts } from './texts.ts';

export function RequestScreen({ accountId }: { readonly accountId: string }) {
  const { strings, t, locale } = useTexts();
  const programNames = useProgramNames();
  const [request] = useState(() => createPayoutRequest(accountId));
  const offer = useStore(request.$offer);
  const account = useStore(request.$account);
  useEffect(() => void request.load(), [request]);
  const overview = <PayoutLink label={strings.to_overview} href={pathTo('payouts', {}, locale)} />;
  if (offer.status === 'missing') {
    return (
      <EmptyState titleLevel={1} title={strings.no_account_title} text={strings.no_account_text} action={overview} />
    );
  }
  return (
    <>
      <header className="cluster">
        <h1 className={styles.title}>{strings.request_title}</h1>
        <p className={`${styles.accountName} muted`}>
          {account !== null &&
            `${t('account_name', { program: programNames[account.program], size: account.size })}, ${account.platformAccountId}`}
        </p>
      </header>
      {offer.status === 'loading' && !offer.data && <Skeleton shape="row" count={8} />}
      {offer.status === 'failed' && <LoadFailed retry={request.load} />}
      {offer.status !== 'failed' && offer.data && <RequestForm request={request} offer={offer.data} />}
    </>
  );
}

function RequestForm({ request, offer }: { readonly request: PayoutRequestStore; readonly offer: PayoutOffer }) {
  const { strings } = useTexts();
  const { amountCents, busy } = useStore(request.$form);
  const quote = quoteFor(offer, amountCents);
  const isReady = quote.allowed && offer.requirements.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) void request.submit(quote);
  };
  return (
    <form className={styles.columns} onSubmit={submit} noValidate>
      <div className="stack gap-5">
        <AmountField request={request} quote={quote} />
        <DestinationField request={request} />
        <Requirements requirements={offer.requirements} />
        <LowRoomAlert quote={quote} />
        <div className="cluster">
          <Button label={strings.submit} type="submit" busy={busy} disabled={!isReady} />
          {!isReady && <span className="muted small">{strings.submit_blocked}</span>}
        </div>
      </div>
      <div className="stack gap-5">
        <Card as="section" title={strings.quote_title}>
          <QuoteLines quote={quote} decisionDueAt={offer.decisionDueAt} />
        </Card>
        <Card as="section" title={strings.checks_title}>
          <CheckList checks={quote.checks} />
        </Card>
      </div>
    </form>
  );
}
