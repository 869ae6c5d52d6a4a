import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $session } from '#app/shell/stores/session.ts';
import { pathTo } from '#routes.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CheckList } from './check-list.tsx';
import { LoadFailed } from './load-failed.tsx';
import { OwedCard } from './owed-card.tsx';
import { PayoutLink } from './payout-link.tsx';
import styles from './payouts.module.css';
import { requestPath } from './stores/location.ts';
import { $payoutAccounts, type PayoutAccount } from './stores/payouts.ts';
import { useTexts } from './texts.ts';
import type { PartProps } from './types.ts';

/** All funded accounts: what can be requested, why not more, and the status of an open request. */
export function OverviewScreen(props: PartProps) {
  const { strings, locale } = useTexts();
  const state = useStore($payoutAccounts);
  const session = useStore($session);
  useEffect(() => void $payoutAccounts.load(), []);
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{strings.title}</h1>
        <nav className={styles.actions} aria-label={strings.nav_label}>
          <PayoutLink href={pathTo('payoutHistory', {}, locale)} variant="outline">
            {strings.history}
          </PayoutLink>
          {session.status === 'verified' && (
            <Button href={pathTo('payoutVerification', {}, locale)} variant="outline" size="small">
              {strings.verification}
            </Button>
          )}
        </nav>
      </header>
      {state.status === 'loading' && <Skeleton shape="row" count={6} />}
      {state.status === 'failed' && <LoadFailed retry={$payoutAccounts.load} />}
      {state.status === 'ready' && (
        <>
          <dl className={styles.totals}>
            <div>
              <dt>{strings.total_paid}</dt>
              <dd>
                <Money cents={state.data.totals.paidCents} locale={locale} />
              </dd>
            </div>
            <div>
              <dt>{strings.total_open}</dt>
              <dd>
                <Money cents={state.data.totals.openCents} locale={locale} />
              </dd>
            </div>
            {state.data.totals.owedCents > 0 && (
              <div>
                <dt>{strings.total_owed}</dt>
                <dd>
                  <Money cents={state.data.totals.owedCents} locale={locale} />
                </dd>
              </div>
            )}
          </dl>
          {state.data.owed.length > 0 && <OwedCard {...props} owed={state.data.owed} />}
          {state.data.accounts.length === 0 && (
            <EmptyState
              titleLevel={2}
              title={strings.empty_title}
              text={strings.empty_text}
              action={<Button href={pathTo('evaluations', {}, locale)}>{strings.empty_action}</Button>}
            />
          )}
          <ul className={styles.list}>
            {state.data.accounts.map((account) => (
              <AccountCard key={account.accountId} {...props} account={account} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function AccountCard({ account, ...props }: PartProps & { readonly account: PayoutAccount }) {
  const { strings, t, locale } = useTexts();
  const { programNames } = props;
  const { quote, open, platform, platformAccountId, program, size } = account;
  return (
    <Card
      as="li"
      title={t('account_name', { program: programNames[program], size })}
      aside={<span className="muted small">{`${platformFacts[platform].name} ${platformAccountId}`}</span>}
    >
      <div className={styles.split}>
        <div>
          <p className={styles.term}>{strings.available}</p>
          <p className={styles.figure}>
            <Money cents={quote.availableCents} locale={locale} />
          </p>
          {open === null ? (
            <PayoutLink href={requestPath(account)} {...(quote.availableCents > 0 ? {} : { variant: 'outline' })}>
              {quote.availableCents > 0 ? strings.request : strings.try_amount}
            </PayoutLink>
          ) : (
            <div className={styles.actions}>
              <Badge tone="accent">{strings[`status_${open.status}`]}</Badge>
              <PayoutLink href={`${pathTo('payoutSubmitted', {}, locale)}?payout=${open.id}`} variant="outline">
                {t('follow', { number: open.number })}
              </PayoutLink>
            </div>
          )}
        </div>
        <CheckList {...props} checks={quote.checks} />
      </div>
    </Card>
  );
}
