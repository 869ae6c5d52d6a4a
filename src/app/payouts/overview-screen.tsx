import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useProgramNames } from '#app/shell/program-names.ts';
import { $session } from '#app/shell/stores/session.ts';
import { pathTo } from '#routes.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { byPayability, countConditions } from '#shared/payouts/verdict.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Facts } from '#ui/facts.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CheckList } from './check-list.tsx';
import { LoadFailed } from './load-failed.tsx';
import { OwedCard } from './owed-card.tsx';
import { PayoutLink } from './payout-link.tsx';
import styles from './payouts.module.css';
import { requestPath } from './stores/location.ts';
import { $payoutAccounts, type PayoutAccount, type PayoutAccounts } from './stores/payouts.ts';
import { useTexts } from './texts.ts';
import { verdictText } from './verdict-text.ts';

/** All funded accounts: what can be requested, why not more, and the status of an open request. */
export function OverviewScreen() {
  const { strings, locale } = useTexts();
  const state = useStore($payoutAccounts);
  const session = useStore($session);
  useEffect(() => void $payoutAccounts.load(), []);
  return (
    <>
      <header className="cluster">
        <h1 className={styles.title}>{strings.title}</h1>
        <nav className="cluster" aria-label={strings.nav_label}>
          <PayoutLink label={strings.history} href={pathTo('payoutHistory', {}, locale)} variant="outline" />
          {session.status === 'verified' && (
            <Button
              label={strings.verification}
              href={pathTo('payoutVerification', {}, locale)}
              variant="outline"
              size="small"
            />
          )}
        </nav>
      </header>
      {state.status === 'loading' && <Skeleton shape="row" count={6} />}
      {state.status === 'failed' && <LoadFailed retry={$payoutAccounts.load} />}
      {state.status === 'ready' && (
        <>
          <PayoutFacts data={state.data} />
          {state.data.accounts.length === 0 ? (
            <EmptyState
              title={strings.empty_title}
              text={strings.empty_text}
              action={<Button label={strings.empty_action} href={pathTo('evaluations', {}, locale)} />}
            />
          ) : (
            <ul className={styles.rows}>
              {byPayability(state.data.accounts).map((account, index) => (
                <AccountRow key={account.accountId} account={account} isFirst={index === 0} />
              ))}
            </ul>
          )}
          {state.data.owed.length > 0 && (
            <OwedCard
              owed={state.data.owed}
              isMain={state.data.accounts.every(({ quote }) => quote.availableCents === 0)}
            />
          )}
        </>
      )}
    </>
  );
}

function PayoutFacts({ data: { totals, accounts } }: { readonly data: PayoutAccounts }) {
  const { strings, t, locale } = useTexts();
  const payable = accounts.filter(({ quote }) => quote.availableCents > 0);
  const availableCents = payable.reduce((sum, { quote }) => sum + quote.availableCents, 0);
  const money = (cents: number) => <Money cents={cents} locale={locale} />;
  return (
    <Facts
      facts={[
        {
          label: strings.available_now,
          value: money(availableCents),
          note: payable.length === 0 ? strings.available_none : t('available_accounts', { count: payable.length }),
        },
        { label: strings.total_open, value: money(totals.openCents), note: strings.total_open_note },
        { label: strings.total_paid, value: money(totals.paidCents), note: strings.total_paid_note },
        ...(totals.owedCents > 0
          ? [{ label: strings.total_owed, value: money(totals.owedCents), note: strings.total_owed_note }]
          : []),
      ]}
    />
  );
}

/** The verdict and one step; the conditions of a next request are folded, because the sentence names the unmet ones. */
function AccountRow({ account, isFirst }: { readonly account: PayoutAccount; readonly isFirst: boolean }) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const programNames = useProgramNames();
  const { quote, open, platform, platformAccountId, program, size } = account;
  const isPayable = open === null && quote.availableCents > 0;
  return (
    <li className={styles.row}>
      <div className={`cluster gap-2 ${styles.verdict}`}>
        <hgroup>
          <h2>{t('account_name', { program: programNames[program], size })}</h2>
          <p className="muted small">{`${platformFacts[platform].name} ${platformAccountId}`}</p>
        </hgroup>
        {open !== null && <Badge tone="accent">{strings[`status_${open.status}`]}</Badge>}
        <p>{verdictText(account, texts)}</p>
        {open === null ? (
          <PayoutLink
            href={requestPath(account)}
            {...(isPayable && isFirst ? {} : { variant: 'outline' })}
            label={isPayable ? strings.request : strings.try_amount}
          />
        ) : (
          <PayoutLink
            label={t('follow', { number: open.number })}
            href={`${pathTo('payoutSubmitted', {}, locale)}?payout=${open.id}`}
            variant="outline"
          />
        )}
      </div>
      {open === null && (
        <details className={styles.fold}>
          <summary>{t('conditions', countConditions(quote.checks))}</summary>
          <CheckList checks={quote.checks} />
        </details>
      )}
    </li>
  );
}
