import { useStore } from '@nanostores/react';
import type { Account } from '#app/accounts/stores/accounts.ts';
import { getLocalTimeSuffix } from '#app/shell/local-time-suffix.ts';
import { chicagoClosingText } from '#lib/chicago-time.ts';
import { pathTo } from '#routes.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { freshDataMs } from '#shared/trading/decide-trading.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { $contract } from './stores/account.ts';
import { $marketLiveness, $marketUnavailableReason, reconnectMarket } from './stores/market.ts';
import { $arePricesOld, $isMarketClosed, $isPractice } from './stores/quote.ts';
import type { Trading } from './stores/trading.ts';
import styles from './terminal.module.css';
import { type TerminalTexts, useTexts } from './texts.ts';

/** Why no position can be opened, for reasons that last longer than a moment. */
export function StateAlert({ account, trading }: { readonly account: Account; readonly trading: Trading }) {
  const texts = useTexts();
  const shown = findStateText(account, trading, texts);
  return (
    <div role="status">
      {shown !== null && (
        <Alert
          kind={shown.kind}
          title={shown.title}
          actions={
            <Button
              label={texts.strings.state_action}
              href={`${pathTo('myAccount', {}, texts.locale)}?account=${account.id}`}
              variant="outline"
              size="small"
            />
          }
        >
          {shown.text}
        </Alert>
      )}
      {shown === null && account.simulation === 'started' && (
        <p className={styles.note}>{texts.strings.simulation_note}</p>
      )}
      {shown === null && <MarketAlert />}
    </div>
  );
}

type StateText = {
  readonly kind: 'info' | 'success' | 'warning' | 'error';
  readonly title: string;
  readonly text: string;
};

function findStateText(
  { stage, view, dayClosesAt }: Account,
  trading: Trading,
  texts: TerminalTexts,
): StateText | null {
  const { strings, t, locale } = texts;
  if (view.status === 'breached') {
    return { kind: 'error', title: strings.state_breached_title, text: strings.state_breached_text };
  }
  if (view.status === 'passed') {
    return { kind: 'success', title: strings.state_passed_title, text: strings.state_passed_text };
  }
  if (isOver(stage)) return { kind: 'info', title: strings.state_over_title, text: strings.state_over_text };
  if (view.status === 'locked') {
    const time = chicagoClosingText(dayClosesAt, locale);
    const text = t(view.lockedBy === 'flat-by' ? 'state_flat_text' : 'state_locked_text', {
      time,
      own: getLocalTimeSuffix(dayClosesAt, texts),
    });
    return { kind: 'warning', title: strings.state_locked_title, text };
  }
  const { hasPayoutUnderReview, isCopied, isHalted, isPersonalStopReached } = trading.rules;
  const suspended = strings.state_suspended_title;
  if (isPersonalStopReached) return { kind: 'warning', title: suspended, text: strings['rule_personal-stop'] };
  if (hasPayoutUnderReview) return { kind: 'warning', title: suspended, text: strings['rule_payout-review'] };
  if (stage === 'suspended') return { kind: 'warning', title: suspended, text: strings.rule_suspended };
  if (isHalted) return { kind: 'warning', title: suspended, text: strings.rule_halted };
  if (isCopied) return { kind: 'info', title: suspended, text: strings.rule_copied };
  return null;
}

/** Missing or old prices, or a closed market: announced once, not again every second. */
function MarketAlert() {
  const { strings, t } = useTexts();
  const { instrument, month } = useStore($contract);
  const isOld = useStore($arePricesOld);
  const isClosed = useStore($isMarketClosed);
  const isPractice = useStore($isPractice);
  const unavailableReason = useStore($marketUnavailableReason);
  const isRefused = useStore($marketLiveness) === 'refused';
  if (unavailableReason !== null || isRefused) {
    return (
      <Alert
        kind="warning"
        title={unavailableReason ?? strings.prices_unavailable}
        actions={<Button label={strings.retry} size="small" variant="outline" onClick={reconnectMarket} />}
      >
        {strings.stale_text}
      </Alert>
    );
  }
  const contract = contractName(instrument, month);
  if (isClosed) return <Alert title={strings.closed_title}>{t('closed_text', { contract })}</Alert>;
  if (isPractice && !isOld) return <p className={styles.note}>{t('practice', { contract })}</p>;
  // Text for screen readers only; on screen the account bar shows it without moving anything.
  return isOld ? (
    <p className="visually-hidden">
      {t('stale_title', { seconds: freshDataMs / 1_000 })}. {strings.stale_text}
    </p>
  ) : null;
}
