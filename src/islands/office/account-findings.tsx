import { useState } from 'react';
import { createList } from '../../stores/office-list.ts';
import { ListView } from './list-view.tsx';

/** Undecided findings about an account, if any. */
export function AccountFindings({ accountId }: { readonly accountId: string }) {
  const [list] = useState(() => createList('findings', { fixed: { account: accountId, status: 'open' } }));
  return <ListView list={list} isInRecord hiddenColumns={['account', 'otherAccount', 'status', 'day']} />;
}
