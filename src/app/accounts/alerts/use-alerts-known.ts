import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { dayMs } from '#lib/durations.ts';
import { isTraded } from '#shared/accounts/lifecycle.ts';
import { $accounts, type Account } from '../stores/accounts.ts';
import { $details } from '../stores/details.ts';
import { $selected } from '../stores/selection.ts';
import { loadUnfinishedOrders } from '../stores/unfinished-orders.ts';

/** Alerts appear above the figures, so the figures wait this long for them rather than being pushed down. */
const maxWaitMs = 1_000;

/** An account that traded more recently gets no inactivity warning. */
const recentMs = 7 * dayMs;

function needsDetails({ stage, view }: Account): boolean {
  return !isTraded(stage) || view.lastEventAt === null || view.lastEventAt < Date.now() - recentMs;
}

/** False until it is known which alerts appear above the first account's figures. */
export function useAlertsKnown(): boolean {
  const { status } = useStore($accounts);
  const account = useStore($selected);
  const details = useStore($details);
  const [hasOrders, setHasOrders] = useState(false);
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), maxWaitMs);
    void loadUnfinishedOrders().then(() => setHasOrders(true));
    return () => clearTimeout(timer);
  }, []);
  const hasDetails = account === null || !needsDetails(account) || details.status !== 'loading';
  const isKnown = isSettled || (status !== 'loading' && hasOrders && hasDetails);
  useEffect(() => {
    if (isKnown) setSettled(true);
  }, [isKnown]);
  return isKnown;
}
