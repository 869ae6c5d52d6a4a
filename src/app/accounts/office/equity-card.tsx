import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { AccountEquity } from '#app/office/account-equity.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { $equity } from '../stores/office-equity.ts';

export function EquityCard({ accountId, title }: { readonly accountId: string; readonly title: string }) {
  const state = useStore($equity);
  useEffect(() => void $equity.load(accountId), [accountId]);
  if (state.status === 'loading') return <Skeleton shape="chart" />;
  if (state.status !== 'ready' || state.data.points.length === 0) return null;
  return (
    <Card as="section" title={title}>
      <AccountEquity history={state.data} title={title} />
    </Card>
  );
}
