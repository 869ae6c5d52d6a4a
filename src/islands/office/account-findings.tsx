import { useState } from 'react';
import { createList } from '../../stores/office-list.ts';
import { ListView } from './list-view.tsx';

/** What detection found about an account and nobody has decided, if anything. */
export function AccountFindings({ accountId }: { readonly accountId: string }) {
  const [list] = useState(() => createList('findings', { fixed: { account: accountId, status: 'open' } }));
  return <ListView list={list} within without={['account', 'otherAccount', 'status', 'day']} />;
}
