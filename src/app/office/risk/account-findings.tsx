import { useState } from 'react';
import { ListView } from '../lists/list-view.tsx';
import { createList } from '../stores/list.ts';

/** Undecided findings about an account, if any. */
export function AccountFindings({ accountId }: { readonly accountId: string }) {
  const [list] = useState(() => createList('findings', { fixed: { account: accountId, status: 'open' } }));
  return <ListView list={list} isInRecord hiddenColumns={['account', 'otherAccount', 'status', 'day']} />;
}
